import type { PoolPrediction } from '../prediction/prediction';

/** A setting that another release of kube-proxy takes otherwise, although nobody has changed it. */
export interface SettingChange {
  /** Path of a field (`nodePortAddresses`), or a sysctl. */
  readonly name: string;
  /** What the name is of. */
  readonly kind: 'field' | 'sysctl';
  /** As text; `undefined` where the release does not set it. */
  readonly before: string | undefined;
  /** As text; `undefined` where the later release does not set it. */
  readonly after: string | undefined;
}

/** What kube-proxy of the second release has in effect, or writes on startup, that the first did not. Fields that a release lacks are findings of their own. */
export function settingChanges(before: PoolPrediction, after: PoolPrediction): SettingChange[] {
  return [...fieldChanges(before, after), ...sysctlChanges(before, after)];
}

function fieldChanges({ configuration: before }: PoolPrediction, { configuration: after }: PoolPrediction): SettingChange[] {
  if (!before || !after) {
    return [];
  }
  const then = new Map(leaves(after.effective));
  return leaves(before.effective).flatMap(([name, value]): SettingChange[] => {
    const now = then.get(name);
    const isSet = value !== EMPTY && now !== undefined && now !== EMPTY;
    return isSet && value !== now ? [{ name, kind: 'field', before: value, after: now }] : [];
  });
}

function sysctlChanges({ sysctls: before }: PoolPrediction, { sysctls: after }: PoolPrediction): SettingChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name): SettingChange[] => {
    const [was, is] = [before.get(name)?.kubeProxyWrites, after.get(name)?.kubeProxyWrites];
    return was === is ? [] : [{ name, kind: 'sysctl', before: was, after: is }];
  });
}

/** What zero, an empty text, list and map and null look like: a field that a release lacks is at one of these. */
const EMPTY = '';

function leaves(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([name, inner]): [string, string][] => {
    const at = path === '' ? name : `${path}.${name}`;
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner) && name !== 'featureGates') {
      return leaves(inner as object, at);
    }
    const isEmpty = inner === undefined || inner === null || inner === '' || inner === 0 || inner === false
      || (typeof inner === 'object' && Object.keys(inner as object).length === 0);
    return [[at, isEmpty ? EMPTY : JSON.stringify(inner)]];
  });
}
