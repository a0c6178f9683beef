import { isSysctlKey, sysctlKey } from '../../../src/facts/kernel/sysctl-key';

test.each([
  ['net.ipv4.vs.conn_reuse_mode', 'net.ipv4.vs.conn_reuse_mode'],
  ['net/ipv4/vs/conn_reuse_mode', 'net.ipv4.vs.conn_reuse_mode'],
  ['/proc/sys/net/ipv4/vs/conntrack', 'net.ipv4.vs.conntrack'],
  [' net.core.somaxconn ', 'net.core.somaxconn'],
  ['net/ipv4/conf/eth0.100/arp_ignore', 'net.ipv4.conf.eth0/100.arp_ignore'],
  ['net.ipv4.conf.eth0/100.arp_ignore', 'net.ipv4.conf.eth0/100.arp_ignore'],
  ['single', 'single'],
])('%s is %s', (text, key) => {
  expect(sysctlKey(text)).toBe(key);
});

test.each(['net.ipv4.vs.conn_reuse_mode', 'net/ipv4/conf/eth0.100/arp_ignore', 'net.ipv4.conf.all.arp-x', 'a.b'])('%s can be a sysctl', (text) => {
  expect(isSysctlKey(text)).toBe(true);
});

test.each(['', 'single', 'net.ipv4.vs;reboot', 'net.ipv4.vs\n', 'net..ipv4', '.net', 'net.', 'net ipv4', '$(x).y', `a.${'b'.repeat(260)}`])('%j cannot', (text) => {
  expect(isSysctlKey(text)).toBe(false);
});
