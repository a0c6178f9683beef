import * as fs from 'node:fs';
import * as path from 'node:path';
import { requirePeers } from '../../src/plan/peer-packages';

const root = path.join(__dirname, '..', '..');

it('passes when all packages are installed', () => {
  expect(() => requirePeers('kube-proxy-kit/pulumi', ['yaml', 'jest'])).not.toThrow();
});

it.each([
  [['yaml', 'not-there'], 'kube-proxy-kit/pulumi needs not-there, which is not installed: npm install not-there'],
  [['not-there', '@not/there'], 'kube-proxy-kit/pulumi needs not-there and @not/there, which are not installed: npm install not-there @not/there'],
])('of %j tells which to install', (packages, message) => {
  expect(() => requirePeers('kube-proxy-kit/pulumi', packages)).toThrow(message);
});

/** The packages that the files of a folder load, those of Node.js and of this package apart. */
function packagesLoadedBy(folder: string): string[] {
  const texts = fs.readdirSync(path.join(root, folder)).map((file) => fs.readFileSync(path.join(root, folder, file), 'utf8'));
  const names = texts.flatMap((text) => [...text.matchAll(/^import (?!type ).* from '((?:@[^'/]+\/)?[^'/]+)|\brequire\('(@[^'/]+\/[^'/]+)'\)/gm)])
    .map(([, imported, required]) => imported ?? required);
  return [...new Set(names.filter((name) => !/^(\.|node:)/.test(name)))].sort();
}

it.each(['src/cdk8s', 'src/pulumi', 'policy-pack'])('%s asks for what it loads', (folder) => {
  const entry = path.join(root, folder, folder === 'policy-pack' ? 'index.js' : 'peer-packages.ts');
  const asked = /requirePeers\('[^']+', \[(.+)\]\)/.exec(fs.readFileSync(entry, 'utf8'))![1];
  expect(asked.match(/[^', ]+/g)!.sort()).toEqual(packagesLoadedBy(folder));
});

it('nothing else loads a package that may be missing', () => {
  expect(packagesLoadedBy('src/policy')).toEqual([]);
});

it.each([
  ['cdk8s', ['cdk8s', 'constructs']],
  ['pulumi', ['@pulumi/pulumi']],
])('src/%s asks before it loads anything', (half, packages) => {
  jest.isolateModules(() => {
    packages.forEach((name) => jest.doMock(name, () => { throw new Error(`${name} is loaded`); }));
    jest.doMock('../../src/plan/peer-packages', () => ({ requirePeers: (entry: string) => { throw new Error(`${entry} asks`); } }));
    expect(() => jest.requireActual(`../../src/${half}`)).toThrow(`kube-proxy-kit/${half} asks`);
  });
});
