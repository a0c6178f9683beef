/** Stands for text that only the running script knows; anything that contains it is unknown. */
export const UNKNOWN = '\uffff';

export function isKnown(text: string): boolean {
  return !text.includes(UNKNOWN);
}
