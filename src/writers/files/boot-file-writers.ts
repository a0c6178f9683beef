import { isKnown } from '../../kubernetes/unknown-text';
import { NODE_LOADING } from '../node-access';
import type { Writer } from '../../declaration/writer';
import type { PlacedFile } from './node-file';
import { moduleLines, sysctlLines, type BootFileKind } from './boot-files';

/** What a file does at boot; nothing where it says nothing. */
export function writerOfBootFile(kind: BootFileKind, file: PlacedFile): Writer[] {
  const sysctls = kind === 'sysctl.d' ? sysctlLines(file.text) : [];
  const modules = kind === 'modules-load.d' ? moduleLines(file.text) : [];
  const [first] = [...sysctls, ...modules];
  return first === undefined ? [] : [{
    kind,
    name: file.name,
    resource: file.resource,
    get location() { return file.locate(first.line, first.column); },
    pools: file.pools,
    sysctls: sysctls.map(({ key, value, line, column }) => ({
      key,
      value: isKnown(value) ? value : undefined,
      get location() { return file.locate(line, column); },
    })),
    // systemd-modules-load goes on after a module that it cannot load.
    modules: modules.map(({ module, line, column }) => ({
      module,
      tolerant: true,
      get location() { return file.locate(line, column); },
    })),
    loading: kind === 'modules-load.d' ? NODE_LOADING : undefined,
    moment: kind === 'sysctl.d' ? 'boot-before-modules' : 'boot',
    frequency: 'once',
    intervalSeconds: undefined,
    reachesNode: true,
    waitsForKey: false,
    cannotWork: undefined,
  }];
}
