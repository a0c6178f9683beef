import { isRecord, listOf, recordOf, textOf, textsOf, type UntypedRecord } from '../../kubernetes/untyped';
import type { ObjectPath } from '../../kubernetes/resource';
import { KubeVersion } from '../../facts/kube-proxy/kube-version';
import type { K3sRole } from '../kube-proxies/found-instance';
import { k3sInstance } from '../kube-proxies/k3s-nodes';
import { flagsOfList, flagsOfMapping, type InstallerDocument, type InstallerSetup } from './installer-document';

const KINDS = /^(RKE2|KThrees)(ControlPlane|Config)(?:Template)?$/;

/** Where the specification of a control plane or of a node's bootstrap stands, outermost last. */
const SPECS: readonly ObjectPath[] = [['spec', 'template', 'spec'], ['spec']];

/** Cluster API with RKE2 or k3s: the arguments for kube-proxy of control planes and of the bootstrap of other nodes. */
export function readClusterApiRke2(document: InstallerDocument): InstallerSetup | undefined {
  const { apiVersion, kind } = document.value;
  const [, provider, part] = KINDS.exec(textOf(kind) ?? '') ?? [];
  if (provider === undefined || !/\.cluster\.x-k8s\.io\//.test(textOf(apiVersion) ?? '')) {
    return undefined;
  }
  const path = SPECS.find((candidate) => isRecord(at(document.value, candidate))) ?? [];
  const spec = recordOf(at(document.value, path));
  const role: K3sRole = part === 'ControlPlane' ? 'server' : 'agent';
  const [first] = ARGUMENTS.map((inner) => [...path, ...inner]).filter((candidate) => at(document.value, candidate) !== undefined);
  const written = first && at(document.value, first);
  return {
    instances: [k3sInstance({
      product: provider === 'RKE2' ? 'rke2' : 'k3s', role, node: undefined, order: '', appends: false, disabled: runsNone(spec),
      args: first && (isRecord(written) ? flagsOfMapping(written, (name) => document.locate([...first, name]))
        : flagsOfList(listOf(written), (index) => document.locate([...first, index]))),
      name: document.name, resource: document.resource, locate: () => document.locate(first ?? path),
    })],
    facts: { kubernetesVersion: KubeVersion.tryParse(textOf(spec.version) ?? '') },
  };
}

/** Of the RKE2 and the k3s provider; an agent's settings stand in a control plane, too. */
const ARGUMENTS: readonly ObjectPath[] = [
  ['serverConfig', 'kubeProxy', 'extraArgs'], ['agentConfig', 'kubeProxy', 'extraArgs'],
  ['kthreesConfigSpec', 'agentConfig', 'kubeProxyArgs'], ['agentConfig', 'kubeProxyArgs'],
];

function runsNone({ serverConfig }: UntypedRecord): boolean {
  return textsOf(recordOf(recordOf(serverConfig).disableComponents).kubernetesComponents).includes('kubeProxy');
}

function at(value: unknown, path: ObjectPath): unknown {
  return path.reduce((inner: unknown, key) => recordOf(inner)[key], value);
}
