/**
 * A sysctl's name with dots. As sysctl(8) and sysctl.d(5) have it, the first separator decides: after a slash, slashes separate and
 * a dot belongs to a name; after a dot it is the other way round. So `net/ipv4/conf/eth0.100/arp_ignore` and
 * `net.ipv4.conf.eth0/100.arp_ignore` are the same key, and the second form is the one given back.
 */
export function sysctlKey(text: string): string {
  const trimmed = text.trim().replace(/^\/proc\/sys\//, '');
  const separator = /[./]/.exec(trimmed)?.[0];
  return separator === '/' ? trimmed.replace(/[./]/g, (found) => (found === '/' ? '.' : '/')) : trimmed;
}

/** Whether a text can be a sysctl's name, dots or slashes: at least two parts of letters, digits, `_`, `-`, `@`, `+` or `:`. */
export function isSysctlKey(text: string): boolean {
  return /^[\w@+:-]+(?:[./][\w@+:-]+)+$/.test(text) && text.length <= 255;
}
