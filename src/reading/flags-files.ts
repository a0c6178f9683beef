import { commandsOf, flagsOf, isKubeProxy, type Word } from './command-line';
import type { FoundInstance } from './found-instance';
import { hostKubeProxy } from './host-kube-proxies';
import type { InputText } from './input-text';

/** Flags that only kube-proxy has; one of them makes a file of flags one of kube-proxy's. */
const TELLING_FLAG = /(?:^|[\s"'=])--(?:proxy-mode|ipvs-[a-z-]+|masquerade-all|iptables-[a-z-]+|conntrack-[a-z-]+|cluster-cidr|config)\b/;

/** Whether a text is a command line of kube-proxy, or its flags alone. */
export function isFlagsFile({ file, text }: InputText): boolean {
  const named = /\.flags$|(?:^|\/)kube-?proxy[^/]*$/.test(file);
  const [first] = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !/^\s*#/.test(line));
  return first !== undefined && TELLING_FLAG.test(text) && (named ? true : isKubeProxy(first.trim().split(/\s+/)[0]));
}

/** The kube-proxy whose flags stand in a file: with its name before them or not, on one line or many. */
export function kubeProxyOfFlagsFile({ file, text }: InputText): FoundInstance {
  const words = commandsOf(text, new Map(), (offset) => placeAt(file, text, offset)).flat();
  const at = words.findIndex((word) => isKubeProxy(word.text));
  const flags = flagsOf(words.slice(at + 1).flatMap(withoutAssignment));
  return hostKubeProxy({ kind: 'flags-file', file, locate: () => ({ file, line: 1, column: 1 }), flags });
}

/** `KUBE_PROXY_ARGS="--proxy-mode=ipvs --v=2"`, as in an environment file. */
function withoutAssignment(word: Word): Word[] {
  const value = /^[A-Za-z_]\w*=([^]*)$/.exec(word.text)?.[1];
  return value === undefined ? [word] : commandsOf(value, new Map(), word.locate).flat();
}

function placeAt(file: string, text: string, offset: number): { file: string; line: number; column: number } {
  const before = text.slice(0, offset);
  return { file, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
