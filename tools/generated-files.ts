/** Texts by path from the root of the repository. */
export type GeneratedFiles = ReadonlyMap<string, string>;
