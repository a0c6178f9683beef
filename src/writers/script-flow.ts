import { modulesBroughtBy } from '../facts/sysctl-modules';
import { UNKNOWN } from './script-effects';
import type { ShellNode } from './shell-syntax';

/** That kube-proxy's health port answers; stands among the modules that are known to be there. */
export const KUBE_PROXY = 'kube-proxy';

/**
 * How control left the straight line: `fails` for a non-zero `exit`, `ends` for `exit` and `exec`, and by `return`, `break` and
 * `continue`.
 */
export type Departure = 'fails' | 'ends' | 'returns' | 'breaks' | 'continues';

/**
 * How a fact is known.
 *
 * - `checked`: what follows is left out when it does not hold
 * - `waited`: what follows comes once it holds, be it after a restart
 */
type Ground = 'checked' | 'waited';

/** A variable with more possible values than this is unknown. */
const MAX_ALTERNATIVES = 8;
const MAX_VARIABLES = 256;

/** What is known at one point of a script. */
export class Flow {
  /** Several values: branches set different ones. */
  private values = new Map<string, readonly string[]>();
  private facts = new Map<string, Ground>();
  private readonly loaded = new Set<string>();
  readonly functions = new Map<string, ShellNode>();
  /** Variables whose value was taken from the kernel or the distribution. */
  readonly kernelDependent = new Set<string>();
  positional: readonly string[] = [];
  errexit = false;
  left: Departure | undefined;
  /** Set once the script has started kube-proxy in the background. */
  kubeProxyRuns = false;

  constructor(variables: Readonly<Record<string, string>>) {
    Object.entries(variables).forEach(([name, value]) => this.assign(name, value));
  }

  assign(name: string, value: string): void {
    if (this.values.size < MAX_VARIABLES || this.values.has(name)) {
      this.values.set(name, [value]);
    }
  }

  /** The value; `undefined` when nothing sets it, `UNKNOWN` when it cannot be told. */
  value(name: string): string | undefined {
    if (name === '@' || name === '*') {
      return this.positional.join(' ');
    }
    if (/^\d$/.test(name)) {
      return name === '0' ? UNKNOWN : this.positional[Number(name) - 1] ?? '';
    }
    const values = this.values.get(name);
    return values === undefined ? undefined : values.length === 1 ? values[0] : UNKNOWN;
  }

  /** The values that a variable may have, depending on which branch was taken. */
  alternatives(name: string): readonly string[] {
    return this.values.get(name) ?? [];
  }

  /** Runs with one of the alternatives of a variable. */
  withAlternative(name: string, value: string, run: () => void): void {
    const before = this.alternatives(name);
    this.values.set(name, [value]);
    run();
    this.values.set(name, before);
  }

  load(module: string): void {
    modulesBroughtBy(module).forEach((brought) => this.loaded.add(brought));
  }

  learn(facts: readonly string[], ground: Ground): void {
    for (const fact of facts) {
      if (this.facts.get(fact) !== 'waited') {
        this.facts.set(fact, ground);
      }
    }
  }

  /** Whether something is there for sure once control gets here. In a loop a check is as good as waiting. */
  holds(fact: string, inLoop: boolean): boolean {
    const ground = this.facts.get(fact);
    return this.loaded.has(fact) || ground === 'waited' || (ground === 'checked' && inLoop);
  }

  /**
   * Walks branches of which one is taken, and joins what is known after them: variables keep each value that a branch gives
   * them, facts must hold in all branches that come back.
   */
  branch(branches: readonly { readonly known: readonly string[]; readonly walk: () => void }[]): void {
    const { values, facts } = this;
    const ends: { values: Flow['values']; facts: Flow['facts']; left: Departure | undefined }[] = [];
    for (const { known, walk } of branches) {
      this.values = new Map(values);
      this.facts = new Map(facts);
      this.learn(known, 'checked');
      walk();
      ends.push({ values: this.values, facts: this.facts, left: this.left });
      this.left = undefined;
    }
    const back = ends.filter(({ left }) => left === undefined);
    if (back.length === 0) {
      this.left = ends[0]?.left;
      return;
    }
    // A branch that fails or begins the loop anew makes the others what everything waits for.
    const ground = ends.some(({ left }) => left === 'fails' || left === 'continues') ? 'waited' : 'checked';
    this.values = joinValues(back.map((end) => end.values));
    this.facts = facts;
    const [first, ...others] = back.map((end) => end.facts);
    this.learn([...first.keys()].filter((fact) => first.get(fact) === 'checked' && others.every((other) => other.has(fact))), ground);
    this.learn([...first.keys()].filter((fact) => [first, ...others].every((other) => other.get(fact) === 'waited')), 'waited');
  }

  /** Everything that was checked or waited for on the way here. */
  known(): string[] {
    return [...this.facts.keys()];
  }

  /** Walks something whose variables, options and departure are its own: a subshell, another script. */
  apart<T>(walk: () => T): T {
    const { values, positional, errexit } = this;
    this.values = new Map(values);
    const result = walk();
    Object.assign(this, { values, positional, errexit, left: undefined });
    return result;
  }

  /** Walks something that runs beside what follows, which so learns nothing from it. */
  aside(walk: () => void): void {
    const { facts } = this;
    this.facts = new Map(facts);
    this.apart(walk);
    this.facts = facts;
  }
}

function joinValues(ends: readonly Map<string, readonly string[]>[]): Map<string, readonly string[]> {
  const joined = new Map<string, readonly string[]>();
  for (const name of new Set(ends.flatMap((end) => [...end.keys()]))) {
    const values = [...new Set(ends.flatMap((end) => end.get(name) ?? []))];
    joined.set(name, values.length > MAX_ALTERNATIVES || values.includes(UNKNOWN) ? [UNKNOWN] : values);
  }
  return joined;
}
