import { BlockList, isIP } from 'node:net';

/** An address as Go's net package reads it. */
export type IpFamily = 'IPv4' | 'IPv6';

/**
 * Family of a textual address, or `undefined` for what kube-proxy refuses. Leading zeros in IPv4 are read as decimal: by
 * Go before 1.17, and on purpose by kube-proxy since 1.23. An IPv4-mapped address (`::ffff:10.0.0.1`) counts as IPv4.
 */
export function ipFamily(text: string): IpFamily | undefined {
  if (text.includes(':')) {
    return ipv6Family(text);
  }
  return isIpv4(text) ? 'IPv4' : undefined;
}

function isIpv4(text: string): boolean {
  const octets = text.split('.');
  return octets.length === 4 && octets.every((octet) => /^\d+$/.test(octet) && Number(octet) <= 255);
}

function ipv6Family(text: string): IpFamily | undefined {
  const halves = text.split('::');
  if (halves.length > 2) {
    return undefined;
  }
  const [head, tail] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const groups = [...head, ...(tail ?? [])];
  const last = groups.at(-1) ?? '';
  const embedded = last.includes('.');
  if (embedded && !isIpv4(last)) {
    return undefined;
  }
  const plain = embedded ? groups.slice(0, -1) : groups;
  const width = plain.length + (embedded ? 2 : 0);
  if (!plain.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) || (tail ? width > 7 : width !== 8)) {
    return undefined;
  }
  return isMapped(head, tail, width) ? 'IPv4' : 'IPv6';
}

/** Whether the first 96 bits are those of an IPv4-mapped address. */
function isMapped(head: readonly string[], tail: readonly string[] | undefined, width: number): boolean {
  const zeros = Array<string>(8 - width).fill('0');
  const all = tail ? [...head, ...zeros, ...tail] : head;
  const first = all.slice(0, 6).map((group) => (group.includes('.') ? NaN : parseInt(group, 16)));
  return first.length === 6 && first.slice(0, 5).every((group) => group === 0) && first[5] === 0xffff;
}

/** Family of a CIDR (`10.0.0.0/8`), or `undefined` for what kube-proxy refuses. Host bits may be set. */
export function cidrFamily(text: string): IpFamily | undefined {
  const slash = text.indexOf('/');
  const family = slash < 0 ? undefined : ipFamily(text.slice(0, slash));
  const length = text.slice(slash + 1);
  // The length counts bits of the notation, not of the address: an IPv4-mapped one may have up to 128.
  const bits = text.includes(':') ? 128 : 32;
  return family && /^\d+$/.test(length) && Number(length) <= bits ? family : undefined;
}

/** Whether an address is inside a range; false for what cannot be read. */
export function cidrContains(cidr: string, address: string): boolean {
  const [range, length] = cidr.split('/');
  const family = isIP(range);
  if (family === 0 || family !== isIP(address) || cidrFamily(cidr) === undefined) {
    return false;
  }
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(range, Number(length), type);
  return list.check(address, type);
}

/** Whether an address is inside a range written as CIDR, as first and last address with a hyphen, or alone; false for what cannot be read. */
export function rangeContains(range: string, address: string): boolean {
  if (range.includes('/')) {
    return cidrContains(range.trim(), address);
  }
  const [first, last = first] = range.split('-').map((bound) => bound.trim());
  const family = isIP(address);
  if (family === 0 || isIP(first) !== family || isIP(last) !== family) {
    return false;
  }
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  try {
    list.addRange(first, last, type);
  } catch {
    // The last address comes before the first.
    return false;
  }
  return list.check(address, type);
}

/** Host and port of `10.0.0.1:80` or `[::1]:80`, as Go's net.SplitHostPort; `undefined` for what it refuses. */
export function splitHostPort(text: string): { readonly host: string; readonly port: string } | undefined {
  const match = /^(?:\[([^[\]]*)\]|([^:[\]]*)):([^:[\]]*)$/.exec(text);
  return match ? { host: match[1] ?? match[2], port: match[3] } : undefined;
}

/** Whether only the node itself reaches a host that kube-proxy listens at: 127.0.0.0/8 or `::1`. */
export function isLoopback(host: string): boolean {
  return /^127\./.test(host) || /^(?:0*:)*:?0*1$/.test(host);
}

/** `10.0.0.1:80`, with brackets around an IPv6 address. */
export function joinHostPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
