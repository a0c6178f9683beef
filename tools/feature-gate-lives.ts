/**
 * Makes src/facts/kube-proxy/feature-gates.json again from the sources of Kubernetes: which minor releases know which feature gate.
 * Needs Go (1.27 for v1.38), which fetches the modules. For a new minor add its newest patch release to RELEASES and run
 * `npx ts-node --swc -P tsconfig.dev.json tools/feature-gate-lives.ts`.
 */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

/** The patch release that stands for a minor; the newest one that the module proxy serves with all of its modules. */
const RELEASES: Readonly<Record<number, number | string>> = {
  11: 10, 12: 10, 13: 12, 14: 10, 15: 12, 16: 15, 17: 17, 18: 20, 19: 16, 20: 15, 21: 9, 22: 17, 23: 17, 24: 17, 25: 16, 26: 15, 27: 16, 28: 15,
  29: 15, 30: 14, 31: 14, 32: 11, 33: 7, 34: 4, 35: 1, 36: 3, 37: 2,
  38: '0-beta.0',
};

/** Where gates are declared that the kube-proxy binary registers, and from which minor on it does. */
const DECLARATIONS: readonly { readonly module: string; readonly folders: readonly string[]; readonly from?: number }[] = [
  { module: 'kubernetes', folders: ['pkg/features'] },
  { module: 'apiserver', folders: ['pkg/features'] },
  { module: 'apiextensions-apiserver', folders: ['pkg/features'] },
  { module: 'client-go', folders: ['features'] },
  { module: 'controller-manager', folders: ['pkg/features'], from: 32 },
  { module: 'component-base', folders: ['logs/api/v1', 'logs', 'metrics/features', 'zpages/features'] },
];

interface Gate {
  readonly default: boolean;
  readonly locked: boolean;
}

/** `undefined` for what the module proxy does not serve. */
function moduleFolder(module: string, version: string): string | undefined {
  try {
    const answer = execFileSync('go', ['mod', 'download', '-json', `k8s.io/${module}@${version}`], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return (JSON.parse(answer) as { Dir: string }).Dir;
  } catch {
    return undefined;
  }
}

function sourcesOf(minor: number): string[] {
  const kubernetes = moduleFolder('kubernetes', `v1.${minor}.${RELEASES[minor]}`)!;
  return DECLARATIONS.filter(({ from = 0 }) => minor >= from).flatMap(({ module, folders }) => {
    const staged = path.join(kubernetes, 'staging/src/k8s.io', module);
    const places = [
      ...(module === 'kubernetes' ? [kubernetes] : []),
      ...(fs.existsSync(staged) ? [staged] : []),
    ];
    const folder = places[0] ?? moduleFolder(module, `v0.${minor}.${RELEASES[minor]}`) ?? moduleFolder(module, `v0.${minor}.0`);
    return folder === undefined ? [] : folders.map((name) => path.join(folder, name)).filter((name) => fs.existsSync(name)).flatMap(goFiles);
  });
}

function goFiles(folder: string): string[] {
  return fs.readdirSync(folder).filter((file) => file.endsWith('.go') && !file.endsWith('_test.go'))
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8').replace(/\/\/[^\n]*|\/\*[^]*?\*\//g, ''));
}

/** Gates by name as a minor release has them. A gate with a history is as the newest entry up to that minor says. */
function gatesOf(minor: number): Map<string, Gate> {
  const sources = sourcesOf(minor);
  const constants = /^\s*(\w+)\s+(?:(?:\w+\.)?Feature\s*)?=\s*"([^"]+)"/gm;
  const names = new Map(sources.flatMap((text) => [...text.matchAll(constants)].map(([, name, value]) => [name, value] as const)));
  const gates = new Map<string, Gate>();
  const add = (name: string, entry: string) => {
    const gate = names.get(name) ?? name;
    gates.set(gate, gates.get(gate) ?? { default: /\bDefault:\s*true/.test(entry), locked: /LockToDefault:\s*true/.test(entry) });
  };
  for (const text of sources) {
    for (const [, name, history] of text.matchAll(/^\t+(?:\w+\.)?(\w+):\s*\{\s*\n((?:\s*\{(?:[^{}]|\{[^{}]*\})*\},?\s*\n)+)/gm)) {
      const entries = [...history.matchAll(/\{([^{}]*)\}/g)].map(([, entry]) => entry);
      const newest = entries.filter((entry) => Number(/(?:MustParse\("1\.|MajorMinor\(1, )(\d+)/.exec(entry)?.[1] ?? Infinity) <= minor).at(-1);
      if (newest !== undefined) {
        add(name, newest);
      }
    }
    for (const [, name, entry] of text.matchAll(/^\t+(?:\w+\.)?(\w+):\s*\{((?:Default|PreRelease|LockToDefault)[^{}\n]*)\}/gm)) {
      add(name, entry);
    }
  }
  return gates;
}

function gateTable(): Record<string, object> {
  const minors = Object.keys(RELEASES).map(Number);
  const known = new Map(minors.map((minor) => [minor, gatesOf(minor)]));
  const names = [...new Set([...known.values()].flatMap((gates) => [...gates.keys()]))].filter((name) => !/^All(Alpha|Beta)$/.test(name));
  return Object.fromEntries(names.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).map((name) => {
    const having = minors.filter((minor) => known.get(minor)!.has(name));
    const locked = having.filter((minor) => known.get(minor)!.get(name)!.locked);
    const last = having.at(-1)!;
    return [name, {
      from: having[0],
      ...(last < minors.at(-1)! && { to: last + 1 }),
      ...(locked.length > 0 && { locked: { from: locked[0], at: known.get(last)!.get(name)!.default } }),
    }];
  }));
}

// AllAlpha and AllBeta are no declarations but built in.
const gates = Object.entries({ AllAlpha: { from: 11 }, AllBeta: { from: 17 }, ...gateTable() });
const read = Object.entries(RELEASES).map(([minor, patch]) => `v1.${minor}.${patch}`);
const inline = (value: object) => JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ');
fs.writeFileSync(
  path.join(__dirname, '../src/facts/kube-proxy/feature-gates.json'),
  `{\n  "read": ${JSON.stringify(read).replaceAll(',', ', ')},\n  "gates": {\n${gates.map(([name, life]) => `    "${name}": ${inline(life)}`).join(',\n')}\n  }\n}\n`,
);
