import * as fc from 'fast-check';
import { cidrContains } from '../../src/config/ip-address';

it.each([
  ['10.0.0.0/25', '10.0.0.127', true], ['10.0.0.0/25', '10.0.0.128', false], ['10.0.0.7/32', '10.0.0.7', true], ['10.0.0.7/24', '10.0.0.1', true],
  ['0.0.0.0/0', '192.0.2.1', true], ['0.0.0.0/0', 'fd00::1', false], ['fd00:10::/64', 'fd00:10::ffff', true], ['fd00:10::/64', 'fd00:10:0:1::', false],
  ['::/0', 'fd00::1', true], ['::/0', '10.0.0.1', false],
  ['10.0.0.0', '10.0.0.0', false], ['10.0.0.0/33', '10.0.0.0', false], ['all', '10.0.0.1', false], ['10.0.0.0/8', 'api.example', false], ['', '', false],
])('%s has %s inside: %s', (cidr, address, inside) => {
  expect(cidrContains(cidr, address)).toBe(inside);
});

it('has every IPv4 address that begins with its bits inside, and no other', () => {
  const bits = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const written = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
  fc.assert(fc.property(bits, bits, fc.integer({ min: 0, max: 32 }), (range, address, length) => {
    const sameBits = length === 0 || range >>> (32 - length) === address >>> (32 - length);
    expect(cidrContains(`${written(range)}/${length}`, written(address))).toBe(sameBits);
  }));
});
