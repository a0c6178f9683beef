import { requirePeers } from '../../src/setup/peer-packages';

it('passes when all packages are installed', () => {
  expect(() => requirePeers('kube-proxy-kit/pulumi', ['yaml', 'jest'])).not.toThrow();
});

it.each([
  [['yaml', 'not-there'], 'kube-proxy-kit/pulumi needs not-there, which is not installed: npm install not-there'],
  [['not-there', '@not/there'], 'kube-proxy-kit/pulumi needs not-there and @not/there, which are not installed: npm install not-there @not/there'],
])('of %j tells which to install', (packages, message) => {
  expect(() => requirePeers('kube-proxy-kit/pulumi', packages)).toThrow(message);
});
