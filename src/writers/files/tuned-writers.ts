import { isSysctlKey, sysctlKey } from '../../facts/kernel/sysctl-key';
import { NODE_LOADING } from '../node-access';
import type { Writer } from '../../declaration/writer';
import { isModuleName } from './boot-files';
import type { PlacedFile } from './node-file';
import { unitSettings } from './unit-settings';

/** What a profile of TuneD sets and loads once the daemon starts. */
export function tunedWriters({ text, name, resource, pools, locate }: PlacedFile): Writer[] {
  const settings = unitSettings(text);
  const sysctls = settings.filter(({ section, key }) => section === 'sysctl' && isSysctlKey(key)).map(({ key, value, line }) => ({
    key: sysctlKey(key),
    // An expression such as ${f:…} is known to the daemon alone.
    value: value.includes('$') ? undefined : value.replace(/^>\s*|(?<!\s)\s+#.*$/g, ''),
    get location() { return locate(line, 1); },
  }));
  const modules = settings.filter(({ section, key, value }) => section === 'modules' && value.startsWith('+') && isModuleName(key)).map(({ key, line }) => ({
    module: key,
    tolerant: true,
    get location() { return locate(line, 1); },
  }));
  const [first] = [...sysctls, ...modules];
  return first === undefined ? [] : [{
    kind: 'tuned',
    name,
    resource,
    get location() { return first.location; },
    pools,
    sysctls,
    modules,
    loading: modules.length > 0 ? NODE_LOADING : undefined,
    moment: 'any-time',
    frequency: 'once',
    intervalSeconds: undefined,
    reachesNode: true,
    waitsForKey: false,
    cannotWork: undefined,
  }];
}
