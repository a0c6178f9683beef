import { App, Chart } from 'cdk8s';
import { defineCluster } from '../../src';
import { ClusterKubeProxy, findingsOf } from '../../src/cdk8s';

const cluster = defineCluster({
  kubernetesVersion: 'v1.27.4',
  nodePools: [
    { name: 'old', kernelVersion: '4.18.0-147.5.1.6.h541.eulerosv2r9.x86_64', labels: { pool: 'old' } },
    { name: 'new', kernelVersion: '5.15.0-91-generic', labels: { pool: 'new' } },
  ],
});

/** Findings of mode-switch-residue for a cluster in IPVS mode with a pool of another. */
function residues(options: Partial<ConstructorParameters<typeof ClusterKubeProxy>[2]>) {
  const app = new App();
  new ClusterKubeProxy(new Chart(app, 'c'), 'kube-proxy', { cluster, apiServer: 'https://10.0.0.10:6443', configuration: { mode: 'ipvs' }, ...options });
  return findingsOf(app).filter(({ rule }) => rule === 'mode-switch-residue');
}

const poolConfigurations = { old: { mode: 'iptables' } } as const;

test('a pool with a mode of its own is told what a change on running nodes needs', () => {
  const [finding, ...others] = residues({ poolConfigurations });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ severity: 'info', pool: 'old', message: 'pool old: nodes that were in mode ipvs keep its rules when they start in mode iptables' });
  expect(finding.remedies.join()).toContain('cleanupBeforeStart: true');
});

test.each([
  ['no pool has another mode', { configuration: { mode: 'iptables' } as const }],
  ['the change cleans up', { poolConfigurations, kubeProxy: { cleanupBeforeStart: true } }],
])('nothing where %s', (_, options) => {
  expect(residues(options)).toEqual([]);
});
