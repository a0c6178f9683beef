import type { UnreadableInput } from '../../declaration/declaration';
import type { TextDocument } from './text-document';

/** A file's text, or what came from standard input. */
export interface InputText {
  /** As it was named on the command line or found below a folder; `-` for standard input. */
  readonly file: string;
  readonly text: string;
}

/** A document once it is parsed. */
export interface ReadDocument {
  readonly document: TextDocument;
  readonly value: unknown;
}

/** A part of a text that could not be read, with its place. `message` is the rest of a sentence that begins with the place. */
export function unreadable(document: TextDocument, { message, offset }: { readonly message: string; readonly offset: number }): UnreadableInput {
  const location = document.at(offset);
  return { name: document.file, resource: undefined, location, message: `${document.file}:${location.line}:${location.column} ${message}` };
}
