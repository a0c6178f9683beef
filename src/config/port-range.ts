/** Whether kube-proxy takes a text as a range of ports: `300-2000`, `300+100`, `300` or nothing. */
export function isPortRange(text: string): boolean {
  const match = /^(\d+)(?:([-+])(\d+))?$/.exec(text.trim());
  if (!match) {
    return text.trim() === '';
  }
  const [low, second] = [Number(match[1]), Number(match[3] ?? 0)];
  const high = match[2] === '-' ? second : low + second;
  return low <= high && high <= 65535;
}
