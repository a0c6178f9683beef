import type { UnreadableInput } from '../../declaration/declaration';
import { namesKubeProxy } from './concern';
import type { DamagedDocument, InputText } from './input-text';

/** What comes of the documents of a file that could not be read. */
export type DamageOutcome =
  | { readonly unreadable: UnreadableInput }
  /** `template`: it is to be rendered first. */
  | { readonly reason: string; readonly isTemplate: boolean };

/**
 * A file whose documents cannot all be read: a fault where somebody named the file, or where what is broken is a manifest which names
 * kube-proxy or what it works with. Anything else is a template, or something that only looks like YAML or JSON, and is passed over.
 */
export function outcomeOfDamage(input: InputText, damaged: readonly DamagedDocument[]): DamageOutcome | undefined {
  const isFault = (text: string) => (
    input.isNamed ?? true ? isMeant(input, text) : isManifest(input.file, text) && !isTemplate(text) && namesKubeProxy(text)
  );
  const faults = damaged.filter(({ text }) => isFault(text));
  if (faults.length > 0) {
    const [{ problem }] = faults;
    const more = faults.length === 1 ? '' : `; ${faults.length - 1} more of its documents cannot be read either`;
    return { unreadable: { ...problem, message: problem.message + more } };
  }
  const [first] = damaged;
  return first && (damaged.some(({ text }) => isTemplate(text))
    ? { reason: 'a template', isTemplate: true }
    : { reason: `no YAML or JSON: ${first.problem.message.replace(/^\S+ /, '')}`, isTemplate: false });
}

/** Whether what somebody named can be meant as a manifest: by its name or by what is in it, not by a bracket at the beginning alone. */
function isMeant({ file }: InputText, text: string): boolean {
  return file === '-' || /\.(?:ya?ml|json|manifest|bu|ign)$/i.test(file) || isManifest(file, text);
}

function isManifest(file: string, text: string): boolean {
  return /\.ya?ml$/i.test(file) || (beginsAsDocument(text) && /^[ \t{,]*["']?(?:apiVersion|kind)["']?\s*:/m.test(text));
}

/** Whether the first line that is no comment could begin a document of YAML or an object of JSON. */
function beginsAsDocument(text: string): boolean {
  return /^(?:[^\S\n]*(?:#.*)?\n)*(?:---|[^\S\n]*\{|(?:- )?["']?[A-Za-z][\w./-]*["']?\s*:(?:\s|$))/.test(text);
}

/** Whether a text has the marks of a template language (Go's, Jinja, ERB, Terraform's). */
function isTemplate(text: string): boolean {
  return /\{\{|\{%|<%|%\{|\$\{/.test(text);
}
