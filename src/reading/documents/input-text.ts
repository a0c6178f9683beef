import type { UnreadableInput } from '../../declaration/declaration';
import type { TextDocument } from './text-document';

/** A file's text, or what came from standard input. */
export interface InputText {
  /** As it was named on the command line or found below a folder; `-` for standard input. */
  readonly file: string;
  /** All of it. */
  readonly text: string;
  /** Whether a byte of it was not UTF-8. @default false */
  readonly hasWrongBytes?: boolean;
  /** Whether somebody named it, in place of a folder that it lies in. @default true */
  readonly isNamed?: boolean;
  /** The folder of the chart of Helm that it lies in. @default - none */
  readonly chart?: string;
}

/** A document that could not be read, whole or in part. */
export interface DamagedDocument {
  readonly text: string;
  readonly problem: UnreadableInput;
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
