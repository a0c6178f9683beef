import { parseAllDocuments } from 'yaml';
import { inventoryCollector } from '../../src/manifests/inventory-collector';
import { ran } from './made-streams';

const objectsOf = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as { kind: string; metadata: { namespace: string } });

it('prints the collector as it is generated', async () => {
  const { code, stdout } = await ran(['collect']);
  const { configMap, daemonSet } = inventoryCollector();
  expect(code).toBe(0);
  expect(objectsOf(stdout)).toEqual(JSON.parse(JSON.stringify([configMap, daemonSet])));
});

it('puts it where it is told, with the image it is told', async () => {
  const { stdout } = await ran(['collect', '--namespace', 'tools', '--image', 'registry.example.com/busybox:1.36']);
  expect(objectsOf(stdout).map(({ metadata }) => metadata.namespace)).toEqual(['tools', 'tools']);
  expect(stdout).toContain('image: registry.example.com/busybox:1.36');
});

it('prints what lets it read labels, too, when asked', async () => {
  const { stdout } = await ran(['collect', '--node-labels']);
  expect(objectsOf(stdout).map(({ kind }) => kind)).toEqual(['ServiceAccount', 'ClusterRole', 'ClusterRoleBinding', 'ConfigMap', 'DaemonSet']);
});
