import { isUtf8 } from 'node:buffer';

/** Bytes of a file as text. */
export interface DecodedText {
  readonly text: string;
  /** Whether a byte was not of the encoding; it is U+FFFD in the text, which a valid text may hold as well. */
  readonly hasWrongBytes?: boolean;
}

/** How much of a file is looked at to tell whether it is text. */
const SAMPLE = 8192;

/** Whether a file is no text, told from its first bytes. */
export function looksBinary(bytes: Buffer): boolean {
  return utf16Of(bytes) === undefined && bytes.subarray(0, SAMPLE).includes(0);
}

/**
 * Decodes UTF-8, with or without a byte order mark, and UTF-16 with one, as PowerShell writes what is sent to a file. A byte that is not of
 * the encoding becomes U+FFFD, so that the rest can still be read. A return that ends a line by itself becomes a newline. `undefined` for
 * bytes that are no text.
 */
export function decodeText(bytes: Buffer): DecodedText | undefined {
  if (looksBinary(bytes)) {
    return undefined;
  }
  const utf16 = utf16Of(bytes);
  // For UTF-8 this takes a third of the time of a decoder, and most files are small.
  const content = utf16 === undefined ? bytes.toString('utf8').replace(/^\uFEFF/, '') : new TextDecoder(utf16).decode(bytes);
  return {
    text: content.includes('\r') ? content.replace(/\r(?!\n)/g, '\n') : content,
    ...content.includes('\uFFFD') && !isValid(bytes, utf16) && { hasWrongBytes: true },
  };
}

function isValid(bytes: Buffer, utf16: string | undefined): boolean {
  if (utf16 === undefined) {
    return isUtf8(bytes);
  }
  try {
    new TextDecoder(utf16, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The byte order that a mark at the beginning states; `undefined` where there is none. */
function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  return first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}
