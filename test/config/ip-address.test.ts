import { cidrFamily, ipFamily, joinHostPort, rangeContains, splitHostPort } from '../../src/config/ip-address';

// The expectations are what Go's net.ParseIP, net.ParseCIDR and net.SplitHostPort answer.
test.each<[string, string | undefined]>([
  ['1.2.3.4', 'IPv4'], ['010.0.0.1', 'IPv4'], ['::', 'IPv6'], ['1::', 'IPv6'], ['::1:2:3:4:5:6:7', 'IPv6'], ['1:2:3:4:5:6:7::', 'IPv6'],
  ['1:2:3:4:5:6:7:8', 'IPv6'], ['::1.2.3.4', 'IPv6'], ['1:2:3:4:5:6:1.2.3.4', 'IPv6'], ['::ffff:1.2.3.4', 'IPv4'], ['::ffff:0:0', 'IPv4'],
  ['0:0:0:0:0:ffff:1.2.3.4', 'IPv4'], ['::ffff:102:304', 'IPv4'], ['1:2:3:4:5:6:7:1.2.3.4', undefined], ['12345::', undefined], ['1:::2', undefined],
  ['fe80::1%eth0', undefined], ['1.2.3.256', undefined], ['1.2.3', undefined], ['', undefined], ['localhost', undefined], ['1.2.3.4 ', undefined],
])('address %j: %s', (text, family) => {
  expect(ipFamily(text)).toBe(family);
});

test.each<[string, string | undefined]>([
  ['10.0.0.0/8', 'IPv4'], ['10.0.0.1/08', 'IPv4'], ['::/128', 'IPv6'], ['::ffff:1.2.3.0/120', 'IPv4'], ['10.0.0.0/0', 'IPv4'], ['10.0.0.0/33', undefined],
  ['::/129', undefined], ['10.0.0.0/', undefined], ['/8', undefined], ['10.0.0.0/+8', undefined], ['10.0.0.0/8/8', undefined], ['10.0.0.0', undefined],
])('range %j: %s', (text, family) => {
  expect(cidrFamily(text)).toBe(family);
});

test.each<[string, [string, string] | undefined]>([
  ['1.2.3.4:80', ['1.2.3.4', '80']], ['[::1]:80', ['::1', '80']], [':80', ['', '80']], ['a:', ['a', '']], ['[]:80', ['', '80']],
  ['::1', undefined], ['[::1]', undefined], ['1.2.3.4', undefined], ['a:b:c', undefined], ['[::1', undefined], ['x]:1', undefined], ['', undefined],
])('host and port of %j: %j', (text, parts) => {
  expect(splitHostPort(text)).toEqual(parts && { host: parts[0], port: parts[1] });
});

test('an IPv6 address is put in brackets', () => {
  expect([joinHostPort('::1', 80), joinHostPort('1.2.3.4', 80)]).toEqual(['[::1]:80', '1.2.3.4:80']);
});

test.each<[string, string, boolean]>([
  ['192.0.2.0/24', '192.0.2.0', true], ['192.0.2.0/24', '192.0.3.0', false], ['192.0.2.10-192.0.2.20', '192.0.2.20', true], ['192.0.2.10 - 192.0.2.20', '192.0.2.10', true],
  ['192.0.2.10-192.0.2.20', '192.0.2.21', false], ['192.0.2.20-192.0.2.10', '192.0.2.15', false], ['192.0.2.9', '192.0.2.9', true], ['192.0.2.9', '192.0.2.8', false],
  ['fd00::1-fd00::f', 'fd00::a', true], ['fd00::/64', '192.0.2.1', false], ['192.0.2.1-fd00::1', '192.0.2.1', false], ['lan', '192.0.2.1', false], ['', '', false],
])('range %j with %j in it: %s', (range, address, contained) => {
  expect(rangeContains(range, address)).toBe(contained);
});
