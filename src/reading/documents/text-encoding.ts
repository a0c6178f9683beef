/** Bytes of a file as text. */
export type DecodedText =
  | { readonly text: string }
  /** `binary`: no text at all; `utf-16`: a text that has to be saved as UTF-8. */
  | { readonly notText: 'binary' | 'utf-16' };

/** How much of a file is looked at to tell whether it is text. */
const SAMPLE = 8192;

/**
 * Decodes UTF-8, with or without a byte order mark. A byte that is not UTF-8 becomes U+FFFD, so that the rest can still be read. A
 * return that ends a line by itself becomes a newline.
 */
export function decodeText(bytes: Buffer): DecodedText {
  const isUtf16 = bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  if (isUtf16) {
    return { notText: 'utf-16' };
  }
  if (bytes.subarray(0, SAMPLE).includes(0)) {
    return { notText: 'binary' };
  }
  const text = bytes.toString('utf8');
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return { text: content.includes('\r') ? content.replace(/\r(?!\n)/g, '\n') : content };
}
