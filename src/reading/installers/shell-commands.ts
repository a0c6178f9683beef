import type { Location } from '../../kubernetes/location';
import { isRecord, recordOf, type UntypedRecord } from '../../kubernetes/untyped';
import { commandsOf, NO_VARIABLES } from '../../pods/command-line';
import { kubeProxyCalls } from '../../pods/kube-proxy-command';
import { editsOfSed, type ConfigurationEdit } from '../kube-proxies/configuration-edits';
import type { FoundConfiguration, FoundInstance } from '../kube-proxies/found-instance';
import { hostKubeProxy } from '../kube-proxies/host-kube-proxies';
import { k3sInstance } from '../kube-proxies/k3s-nodes';
import { flagsOf } from '../kube-proxies/kube-proxy-flags';
import type { InputText } from '../documents/input-text';
import { splitDocuments } from '../documents/yaml-documents';
import { readYamlValue } from '../documents/yaml-values';
import { foundInFields, type InstallerDocument, type InstallerSetup } from './installer-document';
import { joinedLines, k3sArgumentsIn } from './k3s-arguments';

type ReadDocument = (document: InstallerDocument) => InstallerSetup | undefined;

/**
 * Commands that set kube-proxy up, in scripts, Makefiles, Vagrantfiles and images: arguments for k3s and RKE2, `minikube start`, an edit of
 * the ConfigMap by `sed`, kube-proxy itself, and documents in here-documents.
 */
export function readShellCommands({ file, text }: InputText, readDocument: ReadDocument): InstallerSetup | undefined {
  if (!/kube-?proxy/i.test(text)) {
    return undefined;
  }
  const at = (line: number): InstallerDocument => ({ value: {}, name: file, resource: undefined, locate: () => ({ file, line, column: 1 }) });
  const inside = documentsInside(text).flatMap(({ value, line }): InstallerSetup | readonly InstallerSetup[] => (value.kind === 'KubeProxyConfiguration'
    ? { configurations: [foundInFields(at(line), value, [], 'kubeadm')] }
    : readDocument({ ...at(line), value }) ?? []));
  const lines = joinedPipes(joinedLines(withoutHeredocs(text))).filter(({ content }) => !/^\s*#/.test(content));
  const edits = editsOf(lines);
  const setup: Required<Pick<InstallerSetup, 'instances' | 'configurations'>> & InstallerSetup = {
    instances: [
      ...k3sArgumentsIn(text, (line) => ({ file, line, column: 1 })).map(({ role, product = 'k3s', flags }) => k3sInstance({
        role, product, node: undefined, order: '', args: flags, appends: false, disabled: false, name: file, resource: undefined,
        locate: () => flags[0]?.location,
      })),
      ...kubeProxyItself(file, lines),
      ...inside.flatMap(({ instances = [] }) => instances),
    ],
    configurations: [
      ...lines.flatMap(({ line, content }) => [...byMinikube(at(line), content)]),
      ...inside.flatMap(({ configurations = [] }) => configurations),
    ],
    facts: inside.find(({ facts }) => facts)?.facts,
    edits,
    otherwise: otherwiseOf(at, edits),
  };
  return setup.instances.length + setup.configurations.length + edits.length + (setup.facts ? 1 : 0) === 0 ? undefined : setup;
}

type PlacedEdit = ConfigurationEdit & { readonly line: number };

/** A command, and the line (from 1) at which it begins. */
interface ShellLine {
  readonly line: number;
  readonly content: string;
}

/** A line that ends in a pipe goes on in the next. */
function joinedPipes(lines: readonly ShellLine[]): ShellLine[] {
  const joined: ShellLine[] = [];
  for (const { line, content } of lines) {
    const before = joined.at(-1);
    if (before && /\|\s*$/.test(before.content) && !/^\s*#/.test(before.content)) {
      joined[joined.length - 1] = { line: before.line, content: `${before.content} ${content}` };
    } else {
      joined.push({ line, content });
    }
  }
  return joined;
}

const HEREDOC = /<<[-~]?\s*(["'\\]?)([A-Za-z_]\w*)\1[^\n]*\n([^]*?)\n[ \t]*\2[ \t]*(?=\n|$)/g;

/** The documents of here-documents, and the line (from 1) at which each begins. */
function documentsInside(text: string): { readonly value: UntypedRecord; readonly line: number }[] {
  return [...text.matchAll(HEREDOC)].flatMap((match) => {
    const first = text.slice(0, match.index).split('\n').length + 1;
    return splitDocuments('', match[3]).flatMap((document) => {
      const read = readYamlValue(document.text);
      return 'value' in read && isRecord(read.value) ? [{ value: read.value, line: first + document.inFile(1, 1).line - 1 }] : [];
    });
  });
}

function withoutHeredocs(text: string): string {
  return text.replace(HEREDOC, (whole, _quote, _word, body: string) => whole.replace(body, body.replace(/[^\n]/g, '')));
}

/** `minikube start --extra-config=kube-proxy.mode=ipvs`: fields of kube-proxy's configuration. */
function byMinikube(document: InstallerDocument, command: string): FoundConfiguration[] {
  const found = /\bminikube\b/.test(command) ? [...command.matchAll(/--extra-config[= ]["']?kube-proxy\.([\w.]+)=["']?([^\s"']+)/g)] : [];
  const fields = found.reduce<UntypedRecord>((before, [, path, value]) => withField(before, path.split('.'), value), {});
  return found.length === 0 ? [] : [foundInFields(document, fields, [], 'kubeadm', 'minikube')];
}

/**
 * The ConfigMap that kubeadm makes, edited by sed on its way from and to the cluster: in one pipe, or in a file that is kept in between.
 */
function editsOf(lines: readonly ShellLine[]): PlacedEdit[] {
  const kept = new Map<string, { readonly configMap: string; readonly edits: PlacedEdit[] }>();
  const applied: PlacedEdit[] = [];
  for (const { line, content } of lines) {
    const live = /\bkubectl\b[^|]*\bget\b[^|]*\b(kube-proxy(?:-config)?)(?![\w.-])/.exec(content)?.[1];
    const written = /\bsed\b/.test(content) ? editsOfSed(content) : [];
    const editsIn = (configMap: string) => written.map((edit) => ({ ...edit, configMap, line }));
    const isApplied = /\bkubectl\b[^|]*\b(?:apply|replace)\b/.test(content);
    const [, saved] = live ? />\s*["']?([^\s"'|&;]+)/.exec(content.replace(/\d?>&\d|\d?>\s*\/dev\/null/g, '')) ?? [] : [];
    const files = [...kept.keys()].filter((file) => content.includes(file));
    if (live !== undefined && isApplied) {
      applied.push(...editsIn(live));
    } else if (live !== undefined && saved !== undefined) {
      kept.set(saved, { configMap: live, edits: editsIn(live) });
    } else if (/\bsed\b.*\s-[a-zA-Z]*i/.test(content)) {
      files.forEach((file) => kept.get(file)?.edits.push(...editsIn(kept.get(file)?.configMap ?? '')));
    }
    if (isApplied) {
      files.forEach((file) => applied.push(...kept.get(file)?.edits.splice(0) ?? []));
    }
  }
  return applied;
}

/** What kube-proxy is given where nothing else of the input says it: what else its ConfigMap has is not known. */
function otherwiseOf(at: (line: number) => InstallerDocument, edits: readonly PlacedEdit[]): FoundConfiguration | undefined {
  const mode = edits.filter(({ field }) => field === 'mode').at(-1);
  return mode && foundInFields(at(mode.line), { mode: mode.to }, [], 'kubeadm', 'kubeadm');
}

function withField(fields: UntypedRecord, [key, ...rest]: readonly string[], value: string): UntypedRecord {
  return { ...fields, [key]: rest.length === 0 ? value : withField(recordOf(fields[key]), rest, value) };
}

/** kube-proxy as a command of its own, or as that of an image. */
function kubeProxyItself(file: string, lines: readonly ShellLine[]): FoundInstance[] {
  return lines.filter(({ content }) => /kube-proxy|hyperkube/.test(content)).flatMap(({ line, content }) => {
    const locate = (): Location => ({ file, line, column: 1 });
    const [words = []] = kubeProxyCalls(commandsOf(commandOfImage(content), NO_VARIABLES, locate), NO_VARIABLES);
    const flags = flagsOf(words);
    return flags.some(({ name }) => STARTS.has(name)) ? [hostKubeProxy({ kind: 'flags-file', name: file, locate, flags })] : [];
  });
}

/** Flags by which it runs, and does not only tell its version or clean up. */
const STARTS = new Set(['config', 'proxy-mode', 'kubeconfig', 'master', 'hostname-override']);

/** `ENTRYPOINT ["kube-proxy", "--proxy-mode=ipvs"]` as the words of a command line. */
function commandOfImage(line: string): string {
  const [, written] = /^\s*(?:ENTRYPOINT|CMD)\s+(.*)$/.exec(line) ?? [];
  const [, list] = /^\[(.*)\]\s*$/.exec(written ?? '') ?? [];
  return list === undefined ? written ?? line : list.split(',').map((word) => word.trim()).join(' ');
}
