import fc from 'fast-check';
import { hasPlaceholder, withoutPlaceholders } from '../../src/kubernetes/placeholder';
import { UNKNOWN } from '../../src/kubernetes/unknown-text';

test.each([
  ['${MODE}', UNKNOWN], ['$MODE', UNKNOWN], ['$(POD_IP):10249', `${UNKNOWN}:10249`], ['$(cat /etc/cidr)', UNKNOWN],
  ['@@CIDR@@', UNKNOWN], ['@CIDR@', UNKNOWN], ['__NODE_IP__', UNKNOWN], ['<POD_CIDR>', UNKNOWN], ['<your cluster>', UNKNOWN],
  ['ENC[AES256_GCM,data:aaaa,iv:bbbb=,tag:cccc==,type:str]', UNKNOWN],
  ['{{ .Values.mode }}', UNKNOWN], ['{{mode | default("ipvs")}}', UNKNOWN], ['a{{ b }}c', `a${UNKNOWN}c`],
  ['${MODE:-ipvs}', 'ipvs'], ['${MODE:=ipvs}', 'ipvs'], ['${MODE-ipvs}', 'ipvs'], ['${MODE=ipvs}', 'ipvs'], ['${MODE:="ipvs"}', 'ipvs'],
  ['${HOST:-0.0.0.0}:10249', '0.0.0.0:10249'], ['${EMPTY:-}', ''], ['${MODE:?must be set}', UNKNOWN], ['${MODE%x}', UNKNOWN],
  ['strictARP: ${ARP:=true}', 'strictARP: true'],
])('%s becomes %j', (text, expected) => {
  expect(withoutPlaceholders(text)).toBe(expected);
});

test.each([
  '', 'ipvs', '10.0.0.0/8', '0.0.0.0:10256', 'a@b.example', '__init', '<', '5 < 6 > 4', '{}', '{a: b}', '$', '$1', 'user@host', 'proxier=4,iptables=2', 'a_b__c',
])('%j has none', (text) => {
  expect(withoutPlaceholders(text)).toBe(text);
  expect(hasPlaceholder(text)).toBe(false);
});

test('never makes a text longer, and takes one that has none as it is', () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'${}()@_<>:-=AB{ ') }), (text) => {
    const filled = withoutPlaceholders(text);
    expect(filled.length).toBeLessThanOrEqual(text.length);
    expect(hasPlaceholder(text) || filled === text || text.includes('${')).toBe(true);
  }));
});
