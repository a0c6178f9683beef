import { isRecord } from '../../kubernetes/untyped';
import type { Resource } from '../../kubernetes/resource';
import type { ClusterFacts } from '../../cluster/define-cluster';
import type { Part } from '../part';

/**
 * What can be true of one cluster only once, and what is said of it: the version (to the minor release), each part of the network, which object
 * of its installer describes it, and what an object of a kind, namespace and name is. Two that say different things of one are about different clusters.
 */
export type Claims = ReadonlyMap<string, ReadonlySet<string>>;

/** Objects that the parts of a tree have more than once. */
export class RepeatedObjects {
  private readonly contents = new Map<Resource, string>();

  public constructor(parts: readonly Part[]) {
    const byName = new Map<string, Resource[]>();
    for (const resource of parts.flatMap(({ resources }) => resources).filter(hasName)) {
      const found = byName.get(resource.name) ?? [];
      byName.set(resource.name, found);
      found.push(resource);
    }
    for (const resource of [...byName.values()].filter((found) => found.length > 1).flat()) {
      this.contents.set(resource, contentOf(resource));
    }
  }

  /** What is in an object; `undefined` where no other has its name. */
  public contentOf(resource: Resource): string | undefined {
    return this.contents.get(resource);
  }
}

function hasName({ object: { kind, metadata } }: Resource): boolean {
  return metadata.name !== undefined && kind !== 'Namespace';
}

/** The object in a fixed form, apart from what an API server adds and from what says nothing of it. */
function contentOf({ object }: Resource): string {
  const { metadata: _metadata, status: _status, ...content } = object;
  return JSON.stringify(content, (_key, value: unknown) =>
    (isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))) : value));
}

/** What a part claims. */
export function claimsOf(part: Part, repeated: RepeatedObjects): Claims {
  const claims = new Map<string, Set<string>>();
  const claim = (name: string, value: string) => claims.set(name, (claims.get(name) ?? new Set()).add(value));
  if (part.object !== undefined) {
    part.resources.forEach(({ object }) => claim(`which ${object.kind} it is`, `${object.apiVersion.replace(/\/.*/, '')} ${part.object}`));
  }
  part.facts.flatMap(statedIn).forEach(([name, value]) => claim(name, value));
  for (const resource of part.resources) {
    const content = repeated.contentOf(resource);
    if (content !== undefined) {
      claim(resource.name, content);
    }
  }
  return claims;
}

function statedIn({ kubernetesVersion, network = {} }: ClusterFacts): [string, string][] {
  return [
    ...kubernetesVersion ? [['kubernetesVersion', `1.${kubernetesVersion.minor}`] as [string, string]] : [],
    ...Object.entries(network).filter(([, value]) => value !== undefined).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
  ];
}

/** What several claim together. */
export function joinedClaims(all: readonly Claims[]): Claims {
  const joined = new Map<string, Set<string>>();
  for (const [name, values] of all.flatMap((claims) => [...claims])) {
    joined.set(name, new Set([...joined.get(name) ?? [], ...values]));
  }
  return joined;
}

/** What is claimed by several that do not say the same, with those who claim it. */
export function contradictions<T extends { readonly claims: Claims }>(claimants: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const byName = new Map<string, { readonly values: Set<string>; readonly claimants: T[] }>();
  for (const claimant of claimants) {
    for (const [name, values] of claimant.claims) {
      const found = byName.get(name) ?? { values: new Set<string>(), claimants: [] };
      byName.set(name, found);
      values.forEach((value) => found.values.add(value));
      found.claimants.push(claimant);
    }
  }
  const contradicted = [...byName].filter(([, found]) => found.values.size > 1 && found.claimants.length > 1);
  return new Map(contradicted.map(([name, found]) => [name, found.claimants]));
}
