/** Whether kube-proxy takes a text as a range of ports: `300-2000`, `300+100`, `300` or nothing. */
export function isPortRange(text: string): boolean {
  const match = /^\s*(?:([-+]?\d+)(?:([-+])([-+]?\d+))?)?\s*$/.exec(text);
  if (!match) {
    return false;
  }
  const [, first, sign, second] = match;
  const low = Number(first ?? 0);
  const high = sign === undefined ? low : sign === '+' ? low + Number(second) : Number(second);
  return low <= 65535 && high <= 65535 && low <= high;
}
