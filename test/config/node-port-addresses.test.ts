import { includesLoopback, loopbackEntries } from '../../src/config/node-port-addresses';

it.each<[string[], boolean]>([
  [[], true], [['127.0.0.0/8'], true], [['0.0.0.0/0'], true], [['192.0.2.0/24', '127.0.0.1/32'], true], [['localhost'], true], [['all'], true],
  [['192.0.2.0/24'], false], [['primary'], false], [['::/0'], false], [['12.7.0.0/16'], false],
])('%j asks for 127.0.0.1: %s', (addresses, includes) => {
  expect(includesLoopback(addresses)).toBe(includes);
});

it.each<[string, boolean, boolean]>([
  ['127.0.0.0/8', true, false], ['127.0.0.1/32', true, false], ['::1/128', false, true], ['0:0:0:0:0:0:0:1/128', false, true], ['localhost', true, true],
  ['0.0.0.0/0', false, false], ['::/0', false, false], ['primary', false, false], ['all', false, false], ['fd00::1/128', false, false], ['1::1/128', false, false],
])('%s names loopback of IPv4: %s, of IPv6: %s', (entry, ipv4, ipv6) => {
  expect([loopbackEntries([entry], 'IPv4'), loopbackEntries([entry], 'IPv6')]).toEqual([ipv4 ? [entry] : [], ipv6 ? [entry] : []]);
});
