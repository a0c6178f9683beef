import type { Flag } from '../../config/configuration';
import { UNKNOWN } from '../../kubernetes/unknown-text';
import type { Word } from '../../pods/command-line';

/** Flags of kube-proxy that take no value after a blank. */
const BOOLEAN_FLAGS = new Set([
  'bind-address-hard-fail', 'cleanup', 'cleanup-ipvs', 'cleanup-iptables', 'conntrack-tcp-be-liberal', 'help', 'init-only', 'ipvs-strict-arp',
  'iptables-localhost-nodeports', 'logtostderr', 'alsologtostderr', 'masquerade-all', 'one-output', 'profiling', 'skip-headers',
  'skip-log-headers', 'version',
]);

/** The flags of a command line, in order. What is no flag is left out; `--` ends them. */
export function flagsOf(words: readonly Word[]): Flag[] {
  const flags: Flag[] = [];
  for (let index = 0; index < words.length && words[index].text !== '--'; index++) {
    const word = words[index];
    const [, name, value] = /^--?([A-Za-z][\w-]*)(?:=([^]*))?$/.exec(word.text) ?? [];
    if (name === undefined) {
      continue;
    }
    const next = words[index + 1];
    const takesNext = value === undefined && !BOOLEAN_FLAGS.has(name) && next !== undefined && !/^--?[A-Za-z]/.test(next.text);
    flags.push(flag(name, value ?? (takesNext ? next.text : 'true'), word, takesNext ? [...word.unknown ?? [], ...next.unknown ?? []] : word.unknown ?? []));
    index += takesNext ? 1 : 0;
  }
  return flags;
}

/** The value of a flag; given more than once, the last counts. */
export function flagValue(flags: readonly Flag[], wanted: string): string | undefined {
  return flags.filter(({ name }) => name === wanted).at(-1)?.value;
}

/** The flags of the one of several command lines that is run; what they do not have in common is not known. */
export function flagsOfAny(calls: readonly (readonly Word[])[]): Flag[] {
  const [first = [], ...others] = calls.map(flagsOf);
  if (others.length === 0) {
    return first;
  }
  const all = [first, ...others];
  const names = new Set(all.flat().map(({ name }) => name));
  return [...names].map((name) => {
    const written = all.flat().filter((candidate) => candidate.name === name);
    const values = new Set(all.map((flags) => JSON.stringify(flags.filter((candidate) => candidate.name === name).map(({ value }) => value))));
    return values.size === 1 ? written[0] : openFlag(written[0]);
  });
}

function openFlag(written: Flag): Flag {
  return { name: written.name, value: UNKNOWN, unknown: ['a script chooses between several command lines'], get location() { return written.location; } };
}

function flag(name: string, value: string, { locate }: Word, unknown: readonly string[]): Flag {
  return { name: name.replace(/_/g, '-'), value, ...(unknown.length > 0 ? { unknown } : {}), get location() { return locate(); } };
}
