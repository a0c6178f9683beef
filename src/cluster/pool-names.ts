import { repeated } from './define-cluster';
import type { NodePool } from './node-pool';

/** Labels by which platforms name the pool of a node, the most telling first. */
const POOL_LABELS: readonly string[] = [
  'cloud.google.com/gke-nodepool', 'karpenter.sh/nodepool', 'karpenter.sh/provisioner-name', 'eks.amazonaws.com/nodegroup', 'alpha.eksctl.io/nodegroup-name',
  'kubernetes.azure.com/agentpool', 'agentpool', 'kops.k8s.io/instancegroup', 'worker.gardener.cloud/pool', 'cce.cloud.com/cce-nodepool',
  'alibabacloud.com/nodepool-id', 'node.tke.cloud.tencent.com/machineset', 'oke.oraclecloud.com/pool.name', 'ibm-cloud.kubernetes.io/worker-pool-name',
  'doks.digitalocean.com/node-pool', 'lke.linode.com/pool-id', 'k8s.scaleway.com/pool-name', 'vke.vultr.com/node-pool', 'node.exoscale.net/nodepool-name',
  'node.deckhouse.io/group', 'hypershift.openshift.io/nodePool', 'topology.cluster.x-k8s.io/deployment-name', 'rke.cattle.io/rke-machine-pool-name',
];

/** As people name such labels themselves: `pool`, `node-pool`, `example.com/nodegroup`, `worker-group-name`. */
const POOL_LABEL = /(?:^|[/.-])(?:(?:node|worker|agent|machine)?[-_.]?pool|(?:node|worker|instance|machine)[-_.]?group)(?:[-_.]?name)?$/i;

const CONTROL_PLANE_LABELS: readonly string[] = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];

/** A label that names the pool of a node. */
export interface PoolLabel {
  readonly key: string;
  readonly value: string;
}

/** The label that names the pool of a node with these labels; of several the one that a platform sets, else the first in alphabetical order. */
export function poolLabelOf(labels: Readonly<Record<string, string>>): PoolLabel | undefined {
  const isTelling = (key: string) => (labels[key] ?? '') !== '';
  const key = POOL_LABELS.find(isTelling) ?? Object.keys(labels).filter((name) => POOL_LABEL.test(name) && isTelling(name)).sort()[0];
  return key === undefined ? undefined : { key, value: labels[key] };
}

/** Whether a node with these labels is of the control plane, as kubeadm and others mark it. */
export function isControlPlane(labels: Readonly<Record<string, string>>): boolean {
  return CONTROL_PLANE_LABELS.some((key) => labels[key] !== undefined && labels[key] !== 'false');
}

type Named = Pick<NodePool, 'operatingSystem' | 'kernel' | 'kubeletVersion' | 'architecture' | 'osImage' | 'labels'>;

/**
 * A name for each pool: by the label that names pools, else `control-plane`, else `<os>-<kernel>`. Pools that agree in it are told
 * apart by kernel, by the labels given, by kubelet version, architecture and OS image, as far as needed, else by number.
 */
export function poolNames(pools: readonly Named[], tellingLabels: readonly string[]): string[] {
  const distinctions: readonly ((pool: Named) => string | undefined)[] = [
    ({ kernel, labels }) => (ownName(labels) === undefined ? undefined : kernel.release),
    ...tellingLabels.map((key) => ({ labels }: Named) => labelWords(key, labels[key])),
    ({ kubeletVersion }) => kubeletVersion?.raw,
    ({ architecture }) => architecture,
    ({ osImage }) => osImage?.toLowerCase().replace(/[^a-z0-9.]+/g, '-').replace(/^-|-$/g, ''),
  ];
  const first = pools.map(({ operatingSystem, kernel, labels }) => ownName(labels) ?? `${operatingSystem}-${kernel.release}`);
  return numbered(distinctions.reduce((shorter, distinction) => {
    const clashing = new Set(repeated(shorter));
    const longer = shorter.map((name, index) => (clashing.has(name) ? [name, distinction(pools[index])].filter(Boolean).join('-') : name));
    // What tells nothing apart would only lengthen the names.
    return new Set(longer).size > new Set(shorter).size ? longer : shorter;
  }, first));
}

function ownName(labels: Readonly<Record<string, string>>): string | undefined {
  return poolLabelOf(labels)?.value ?? (isControlPlane(labels) ? 'control-plane' : undefined);
}

/** `ipvs` for a label with that value, `control-plane` for `node-role.kubernetes.io/control-plane` without one, `no-gpu` where it is not there. */
function labelWords(key: string, value: string | undefined): string {
  const last = key.replace(/^.*\//, '');
  return value === undefined ? `no-${last}` : value === '' ? last : value;
}

function numbered(names: readonly string[]): string[] {
  const taken = new Set(names);
  const uses = new Map<string, number>();
  return names.map((name) => {
    let use = (uses.get(name) ?? 0) + 1;
    while (use > 1 && taken.has(`${name}-${use}`)) {
      use += 1;
    }
    uses.set(name, use);
    return use === 1 ? name : `${name}-${use}`;
  });
}
