/** Stands for text that only the running script or pod knows, or that something else fills in; anything that contains it is unknown. */
export const UNKNOWN = '\ue000';

export function isKnown(text: string): boolean {
  return !text.includes(UNKNOWN);
}
