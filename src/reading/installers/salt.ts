import { isRecord, listOf, recordOf, textOf } from '../../kubernetes/untyped';
import { statedModule, statedSysctl, statedWriter } from '../../writers/stated-writer';
import type { InputText } from '../documents/input-text';
import { readYamlValue } from '../documents/yaml-values';
import type { InstallerSetup } from './installer-document';

/** Salt: `sysctl.present` and `kmod.present` of a file of states. One that is a template throughout is not read. */
export function readSalt({ file, text }: InputText): InstallerSetup | undefined {
  const read = /\b(?:sysctl|kmod)\b/.test(text) ? readYamlValue(withoutTemplates(text)) : undefined;
  const states = read && 'value' in read ? Object.entries(recordOf(read.value)).filter(([, state]) => isRecord(state)) : [];
  const locate = (id: string) => ({ file, line: Math.max(text.split('\n').findIndex((line) => line.includes(id)), 0) + 1, column: 1 });
  const writers = statedWriter({
    kind: 'configuration-management', name: file, moment: 'any-time', waitsForKey: true,
    sysctls: states.flatMap(([id, state]) => argumentsOf(state, 'sysctl.present').flatMap(({ name, value }) => statedSysctl(textOf(name) ?? id, value, () => locate(id)))),
    modules: states.flatMap(([id, state]) => argumentsOf(state, 'kmod.present').flatMap(({ name, mods }) =>
      (Array.isArray(mods) ? mods : [name ?? id]).flatMap((module) => statedModule(module, () => locate(id))))),
  });
  return writers.length === 0 ? undefined : { writers };
}

/** The arguments of a function, written as `sysctl.present: [- value: 0]` or as `sysctl: [present, - value: 0]`. */
function argumentsOf(state: unknown, called: string): Readonly<Record<string, unknown>>[] {
  const [module, action] = called.split('.');
  const { [called]: direct, [module]: nested } = recordOf(state);
  const list = direct !== undefined ? listOf(direct) : listOf(nested).includes(action) ? listOf(nested) : undefined;
  return list === undefined ? [] : [Object.assign({}, ...list.filter(isRecord)) as Readonly<Record<string, unknown>>];
}

/** Statements of Jinja on lines of their own do not keep the rest from being YAML; expressions are unknown values. */
function withoutTemplates(text: string): string {
  return text.replace(/^[ \t]*\{%.*%\}[ \t]*$/gm, '').replace(/(["']?)\{\{[^{}\n]*\}\}\1/g, '"{{ }}"');
}
