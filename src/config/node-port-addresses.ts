/**
 * Whether NodePorts are asked for at 127.0.0.1: no addresses mean all of them, and v1.37 takes words, too.
 */
export function includesLoopback(nodePortAddresses: readonly string[]): boolean {
  return nodePortAddresses.length === 0 || nodePortAddresses.some((address) => /^(127\.|0\.0\.0\.0\/|localhost$|all$)/.test(address));
}

/** The entries that name loopback addresses of a family and nothing else. */
export function loopbackEntries(nodePortAddresses: readonly string[], family: 'IPv4' | 'IPv6'): string[] {
  const ofFamily = family === 'IPv4' ? /^(127\.|localhost$)/ : /^([0:]*:0*1(\/|$)|localhost$)/;
  return nodePortAddresses.filter((address) => ofFamily.test(address));
}
