import { CONFIGURATION_FIELDS } from '../../facts/kube-proxy/fields';
import type { ConfigurationText } from '../../config/configuration';
import type { FoundConfiguration } from './found-instance';

/** A field of the live ConfigMap of kube-proxy that a script sets, on its way from and to the cluster. */
export interface ConfigurationEdit {
  /** `kube-proxy`, or `kube-proxy-config` on EKS. */
  readonly configMap: string;
  /** Name of the field alone: `strictARP`. */
  readonly field: string;
  /** The value that it has to have before; `undefined`: any. */
  readonly from: string | undefined;
  readonly to: string;
}

/** The replacements of a field's value in a command line of sed: `s/strictARP: false/strictARP: true/`. */
export function editsOfSed(command: string): Omit<ConfigurationEdit, 'configMap'>[] {
  return [...command.matchAll(/\bs([/|#,@])((?:(?!\1).)*)\1((?:(?!\1).)*)\1/g)].flatMap(([, , pattern, replacement]) => {
    const [, field, to] = /\b(\w+):\s*["'\\]*([\w.:/-]*)/.exec(replacement) ?? [];
    const [, before, from] = /\b(\w+):\s*["'\\]*([\w./-]*(?::\d+)?)["'\\$]*$/.exec(pattern) ?? [];
    return field === undefined || sectionOf(field) === undefined ? [] : [{ field, from: before === field ? from : undefined, to }];
  });
}

/** The section that has a field, `''` for the document itself; `undefined` for what is no field, or one of several sections. */
function sectionOf(field: string): string | undefined {
  const paths = CONFIGURATION_FIELDS.map(({ path }) => path).filter((path) => path === field || path.endsWith(`.${field}`));
  return paths.length === 1 ? paths[0].slice(0, -field.length).replace(/\.$/, '') : undefined;
}

/**
 * Configurations with what scripts make of them on the cluster: the key of the ConfigMap kube-proxy, and the documents that an installer
 * makes it of. All others stay as they are.
 */
export function withEdits(configurations: readonly FoundConfiguration[], edits: readonly ConfigurationEdit[]): FoundConfiguration[] {
  return configurations.map((found) => {
    const { configMap, platform } = found;
    const name = configMap?.name ?? (platform === 'eks' ? 'kube-proxy-config' : 'kube-proxy');
    const concerning = (configMap?.namespace ?? 'kube-system') === 'kube-system' ? edits.filter((edit) => edit.configMap === name) : [];
    return concerning.length === 0 ? found : {
      ...found,
      get location() { return found.location; },
      configuration: concerning.reduce(edited, found.configuration),
    };
  });
}

function edited(configuration: ConfigurationText, { field, from, to }: ConfigurationEdit): ConfigurationText {
  const { text } = configuration;
  const value = /^(?:true|false|null|\d+)$/.test(to) ? to : JSON.stringify(to);
  const written = new RegExp(`^([^#\\n]*?(?<![\\w-])["']?${field}["']?[ \\t]*:[ \\t]*)("[^"\\n]*"|'[^'\\n]*'|[^\\s,}#]*)`, 'm').exec(text);
  if (written !== null) {
    const isMeant = from === undefined || written[2].replace(/["']/g, '') === from;
    return isMeant ? { ...configuration, text: replaced(text, written.index + written[1].length, written[2].length, value) } : configuration;
  }
  return from === undefined || UNSET.test(from) ? withField(configuration, sectionOf(field) ?? '', field, value) : configuration;
}

/** What kubeadm writes for a field that nobody set. */
const UNSET = /^(?:false|null|0|0s|)$/;

/** Adds a field that the document leaves at its default, which the live ConfigMap states. */
function withField(configuration: ConfigurationText, section: string, field: string, value: string): ConfigurationText {
  const { text } = configuration;
  const opened = section === '' ? /^(\s*\{)/.exec(text) : new RegExp(`^([^#\\n]*["']?${section}["']?[ \\t]*:[ \\t]*\\{)`, 'm').exec(text);
  if (opened !== null) {
    const isEmpty = /^\s*\}/.test(text.slice(opened.index + opened[1].length));
    return { ...configuration, text: replaced(text, opened.index + opened[1].length, 0, `"${field}": ${value}${isEmpty ? '' : ','} `) };
  }
  const block = section === '' ? null : new RegExp(`^${section}:[ \\t]*(?:#.*)?\\r?\\n(?:[ \\t]*(?:#.*)?\\r?\\n)*([ \\t]+)`, 'm').exec(text);
  if (block === null) {
    const line = section === '' ? `${field}: ${value}` : `${section}: {${field}: ${value}}`;
    // At the end of the text no place moves.
    return /^\s*\{/.test(text) ? configuration : { ...configuration, text: `${text.trimEnd()}\n${line}\n` };
  }
  const at = block.index + block[0].length - block[1].length;
  const inserted = text.slice(0, at).split('\n').length;
  return {
    ...configuration,
    text: replaced(text, at, 0, `${block[1]}${field}: ${value}\n`),
    locate: (line, column) => configuration.locate(line === undefined || line <= inserted ? line : line - 1, column),
  };
}

function replaced(text: string, at: number, length: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + length);
}
