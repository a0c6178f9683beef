/** A text inside the double quotes of PromQL. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** The inside of a regular expression matcher of PromQL, which is anchored, for one of these texts as they stand. */
export function oneOf(texts: readonly string[]): string {
  return quoted([...new Set(texts)].sort().map(literal).join('|'));
}

/** Texts of which each is taken as a regular expression. */
export function oneOfPatterns(patterns: readonly string[]): string {
  return quoted(patterns.join('|'));
}

/** A regular expression (RE2) for a text as it stands. Classes are easier to read in YAML than backslashes. */
export function literal(text: string): string {
  return text.replace(/[^\w~:/ -]/g, (character) => (/[\\^\]]/.test(character) ? `\\${character}` : `[${character}]`));
}

/** A regular expression for numbers of one or more digits, from a number of two digits on. */
export function numberFrom(least: number): string {
  const [tens, ones] = [Math.floor(least / 10), least % 10];
  return [
    `${tens}[${ones}-9]`,
    ...tens < 9 ? [`[${tens + 1}-9][0-9]`] : [],
    '[1-9][0-9]{2,}',
  ].join('|');
}

/** Labels of kube-state-metrics' nodes that are Linux machines: a virtual node has no kernel, and a Windows node no kube-proxy of ours. */
export const LINUX_NODES = 'kernel_version!="",os_image!~"Windows.*"';
