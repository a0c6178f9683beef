import { configurationsOfResource } from '../kube-proxies/configuration-texts';
import { kubeProxiesOfHostFiles } from '../kube-proxies/host-files';
import { kubeProxyOfResource } from '../kube-proxies/kube-proxy-pods';
import type { Part } from '../part';
import { claimsOf, contradictions, joinedClaims, RepeatedObjects, type Claims } from './claims';

/** The parts that describe one cluster. */
export interface ClusterParts {
  /** The folder or file that they share; with the object, where that alone describes the cluster. */
  readonly name: string;
  readonly parts: readonly Part[];
}

/** The parts of a tree, cluster by cluster. */
export interface GroupedParts {
  /** In the order of their names; those that have a kube-proxy. */
  readonly clusters: readonly ClusterParts[];
  /** What belongs to none of them, or to which of them is not known. */
  readonly others: readonly Part[];
  /** What clusters contradict each other on: `kubernetesVersion`, `serviceCidrs`, `ConfigMap kube-system/kube-proxy`. */
  readonly disputed: readonly string[];
}

/**
 * Tells several clusters in one tree apart. From the innermost folders outwards, what does not contradict each other is taken together;
 * what does stays apart, each with a kube-proxy of its own being a cluster. What has none joins the nearest folder that has one, unless it
 * contradicts that. The names of folders and files decide nothing.
 */
export function groupParts(parts: readonly Part[]): GroupedParts {
  const repeated = new RepeatedObjects(parts);
  const claimed = parts.map((part) => ({ part, claims: claimsOf(part, repeated) }));
  if (contradictions(claimed).size === 0) {
    return { clusters: [{ name: '', parts }], others: [], disputed: [] };
  }
  const disputed = new Set<string>();
  const { complete, open } = divide(folderOf(claimed), disputed);
  const order = new Map(parts.map((part, index) => [part, index]));
  const inOrder = (group: Group) => [...group.parts].sort((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0));
  return {
    clusters: complete.map((group) => ({ name: group.place, parts: inOrder(group) })).sort((left, right) => (left.name < right.name ? -1 : 1)),
    others: open.flatMap((group) => group.parts),
    // Version and network first: names of objects have blanks.
    disputed: [...disputed].sort((left, right) => Number(left.includes(' ')) - Number(right.includes(' ')) || (left < right ? -1 : 1)),
  };
}

interface Group {
  readonly place: string;
  readonly parts: readonly Part[];
  readonly claims: Claims;
}

/** `complete`: what has a kube-proxy. */
interface Divided {
  readonly complete: readonly Group[];
  readonly open: readonly Group[];
}

interface Folder {
  readonly place: string;
  readonly folders: Map<string, Folder>;
  readonly files: Map<string, Divided[]>;
}

function folderOf(claimed: readonly { readonly part: Part; readonly claims: Claims }[]): Folder {
  const root: Folder = newFolder('');
  for (const { part, claims } of claimed) {
    const path = (part.file ?? '').replaceAll('\\', '/').split('/');
    const folder = path.slice(0, -1).reduce((outer, name, depth) => {
      const inner = outer.folders.get(name) ?? newFolder(path.slice(0, depth + 1).join('/'));
      outer.folders.set(name, inner);
      return inner;
    }, root);
    const file = part.file ?? '';
    const group: Group = { place: part.object === undefined ? file : `${file}: ${part.object}`, parts: [part], claims };
    const divided = hasKubeProxy(part) ? { complete: [group], open: [] } : { complete: [], open: [group] };
    folder.files.set(file, [...folder.files.get(file) ?? [], divided]);
  }
  return root;
}

function newFolder(place: string): Folder {
  return { place, folders: new Map(), files: new Map() };
}

/** Whether anything in a part runs or configures kube-proxy, as far as it tells without the other parts. */
function hasKubeProxy({ instances, configurations, units, flagFiles, resources }: Part): boolean {
  return instances.length + configurations.length + kubeProxiesOfHostFiles(units, flagFiles).length > 0
    || resources.some((resource) => kubeProxyOfResource(resource) !== undefined || configurationsOfResource(resource).length > 0);
}

function divide({ place, folders, files }: Folder, disputed: Set<string>): Divided {
  const inFiles = [...files].map(([file, groups]) => settle(file, groups, disputed));
  const own = settle(place, inFiles, disputed);
  const inside = [...folders.values()].map((folder) => divide(folder, disputed));
  return settle(place, [own, ...inside], disputed, own.complete.length === 1 ? own.complete[0] : undefined);
}

/** Puts together what the groups of one place agree on. `home` is what its own files make, to which the open ones go rather than to another. */
function settle(place: string, divided: readonly Divided[], disputed: Set<string>, home?: Group): Divided {
  const complete = divided.flatMap((part) => part.complete);
  const open = divided.flatMap((part) => part.open);
  if (complete.length === 0 || (complete.length === 1 && open.length === 0)) {
    return { complete, open };
  }
  const contradicted = contradictions(complete);
  [...contradicted.keys()].forEach((name) => disputed.add(name));
  const apart = new Set([...contradicted.values()].flat());
  const agreed = complete.filter((group) => !apart.has(group));
  const together = agreed.length > 0 ? [joined(place, agreed)] : [];
  const receiver = home !== undefined && apart.has(home) ? home : together[0];
  if (receiver === undefined) {
    return { complete, open };
  }
  // Those that contradict what they would join, or each other, belong to a cluster that is not here.
  const outside = new Set([...contradictions([receiver, ...open]).values()].flat());
  const joining = open.filter((group) => !outside.has(group));
  const others = [...complete.filter((group) => apart.has(group)), ...together].filter((group) => group !== receiver);
  return { complete: [joined(place, [receiver, ...joining]), ...others], open: open.filter((group) => outside.has(group)) };
}

function joined(place: string, groups: readonly Group[]): Group {
  return groups.length === 1 ? groups[0]
    : { place, parts: groups.flatMap(({ parts }) => parts), claims: joinedClaims(groups.map(({ claims }) => claims)) };
}
