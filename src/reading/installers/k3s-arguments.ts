import type { Flag } from '../../config/configuration';
import type { Location } from '../../kubernetes/location';
import type { K3sRole, K3sSettings } from '../kube-proxies/found-instance';
import { flagsOfList } from './installer-document';

/** What one command line gives to the kube-proxy of k3s or RKE2. */
export interface K3sArguments {
  readonly role: K3sRole | undefined;
  /** `undefined`: nothing tells. */
  readonly product: K3sSettings['product'] | undefined;
  readonly flags: readonly Flag[];
}

/** `--kube-proxy-arg=proxy-mode=ipvs`, with a blank for the first sign of equality, in quotes or with a filter of k3d behind it. */
const ARGUMENT = /--kube-proxy-arg(?:=|\s+)["'\\]*([\w-]+(?:=[^\s"'\\,;@]*(?:,[^\s"'\\;@]*)*)?)(?:@(server|agent))?/g;

/** The arguments for kube-proxy in the command lines of a text, whatever installs k3s or RKE2 with them: one entry for each line that has some. */
export function k3sArgumentsIn(text: string, locate: (line: number) => Location | undefined): K3sArguments[] {
  return joinedLines(text).flatMap(({ line, content }): K3sArguments[] => {
    const found = [...content.matchAll(ARGUMENT)];
    if (found.length === 0 || /^\s*(?:#|\/\/)/.test(content)) {
      return [];
    }
    return [{
      role: roleOfCommand(content) ?? found[0][2] as K3sRole | undefined,
      product: /rke2/i.test(content) ? 'rke2' : /k3s|k3d/i.test(content) ? 'k3s' : undefined,
      flags: flagsOfList([...new Set(found.map(([, argument]) => argument))], () => locate(line)),
    }];
  });
}

function roleOfCommand(command: string): K3sRole | undefined {
  const isAgent = /\b(?:agent)\b|K3S_URL=|k3sup join/i.test(command);
  const isServer = /(?:^|[\s"'=])server\b|cluster-init/i.test(command);
  return isAgent === isServer ? undefined : isAgent ? 'agent' : 'server';
}

/** Lines of a shell, those that end in a backslash joined with the next; `line` from 1. */
export function joinedLines(text: string): { readonly line: number; readonly content: string }[] {
  const joined: { line: number; content: string }[] = [];
  let goesOn = false;
  text.split('\n').forEach((written, index) => {
    const content = written.replace(/\\\r?$/, ' ');
    if (goesOn) {
      joined[joined.length - 1].content += content;
    } else {
      joined.push({ line: index + 1, content });
    }
    goesOn = content !== written && /\\\r?$/.test(written);
  });
  return joined;
}
