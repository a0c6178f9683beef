import { isUtf8 } from 'node:buffer';

/** Bytes of a file as text. */
export type DecodedText =
  | {
    readonly text: string;
    /** Whether a byte was not UTF-8; it is U+FFFD in the text, which a sound text may hold as well. */
    readonly hasWrongBytes?: boolean;
  }
  /** `binary`: no text at all; `utf-16`: a text that has to be saved as UTF-8. */
  | { readonly notText: 'binary' | 'utf-16' };

/** How much of a file is looked at to tell whether it is text. */
const SAMPLE = 8192;

/** Whether a file is no text, told from its first bytes. */
export function looksBinary(bytes: Buffer): boolean {
  return !isUtf16(bytes) && bytes.subarray(0, SAMPLE).includes(0);
}

/**
 * Decodes UTF-8, with or without a byte order mark. A byte that is not UTF-8 becomes U+FFFD, so that the rest can still be read. A
 * return that ends a line by itself becomes a newline.
 */
export function decodeText(bytes: Buffer): DecodedText {
  if (isUtf16(bytes)) {
    return { notText: 'utf-16' };
  }
  if (looksBinary(bytes)) {
    return { notText: 'binary' };
  }
  const text = bytes.toString('utf8');
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return {
    text: content.includes('\r') ? content.replace(/\r(?!\n)/g, '\n') : content,
    ...content.includes('\uFFFD') && !isUtf8(bytes) && { hasWrongBytes: true },
  };
}

function isUtf16(bytes: Buffer): boolean {
  return bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
}
