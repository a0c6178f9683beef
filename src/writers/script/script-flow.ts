import { modulesBroughtBy } from '../../facts/kernel/sysctl-modules';
import type { ShellNode } from '../../shell/syntax';
import { UNKNOWN } from '../../kubernetes/unknown-text';

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
const MAX_VARIABLES = 1024;
const MAX_FACTS = 64;

type Values = readonly string[] | undefined;

/** What is known at one point of a script. */
export class Flow {
  /** Several values: branches set different ones. */
  private readonly values = new Map<string, Values>();
  /** What variables were before the part of the script that is being read changed them. */
  private changed = new Map<string, Values>();
  private facts = new Map<string, Ground>();
  private readonly loaded = new Set<string>();
  readonly functions = new Map<string, ShellNode>();
  /** Facts that the value of a variable shows when it is what one hopes for. */
  readonly shows = new Map<string, readonly string[]>();
  positional: readonly string[] = [];
  errexit = false;
  left: Departure | undefined;
  /** Set once the script has started kube-proxy in the background. */
  kubeProxyRuns = false;

  constructor(variables: Readonly<Record<string, string>>, known: readonly string[]) {
    Object.entries(variables).forEach(([name, value]) => this.assign(name, value));
    this.learn(known, 'waited');
  }

  assign(name: string, value: string): void {
    this.setValues(name, [value]);
  }

  private setValues(name: string, values: Values): void {
    if (this.values.size >= MAX_VARIABLES && !this.values.has(name)) {
      return;
    }
    if (!this.changed.has(name)) {
      this.changed.set(name, this.values.get(name));
    }
    this.values.set(name, values);
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
    return values === undefined || values.length === 1 ? values?.[0] : UNKNOWN;
  }

  /** The values that a variable may have, depending on which branch was taken. */
  alternatives(name: string): readonly string[] {
    return this.values.get(name) ?? [];
  }

  /** Runs with one of the alternatives of a variable. */
  withAlternative(name: string, value: string, run: () => void): void {
    const before = this.alternatives(name);
    this.setValues(name, [value]);
    run();
    this.setValues(name, before);
  }

  load(module: string): void {
    modulesBroughtBy(module).forEach((brought) => this.loaded.add(brought));
  }

  learn(facts: readonly string[], ground: Ground): void {
    for (const fact of facts) {
      if (this.facts.get(fact) !== 'waited' && this.facts.size < MAX_FACTS) {
        this.facts.set(fact, ground);
      }
    }
  }

  /** Whether something is there for sure once control gets here. In a loop a check is as good as waiting. */
  holds(fact: string, inLoop: boolean): boolean {
    const ground = this.facts.get(fact);
    return this.loaded.has(fact) || ground === 'waited' || (ground === 'checked' && inLoop);
  }

  /** Everything that was loaded or waited for: what holds for those who come next. */
  settled(): string[] {
    return [...this.loaded, ...this.known().filter((fact) => this.facts.get(fact) === 'waited')];
  }

  /** Everything that was checked or waited for on the way here. */
  known(): string[] {
    return [...this.facts.keys()];
  }

  /**
   * Walks branches of which one is taken, and joins what is known after them: variables keep each value that a branch gives
   * them, facts must hold in all branches that come back.
   */
  branch(branches: readonly { readonly known: readonly string[]; readonly walk: () => void }[]): void {
    const { facts } = this;
    const ends = branches.map(({ known, walk }) => {
      this.facts = new Map(facts);
      this.learn(known, 'checked');
      const assigned = this.undone(walk);
      const end = { assigned, facts: this.facts, left: this.left };
      this.left = undefined;
      return end;
    });
    this.facts = facts;
    const back = ends.filter(({ left }) => left === undefined);
    if (back.length === 0) {
      this.left = ends[0]?.left;
      return;
    }
    for (const name of new Set(back.flatMap(({ assigned }) => [...assigned.keys()]))) {
      this.setValues(name, joined(back.map(({ assigned }) => (assigned.has(name) ? assigned.get(name) : this.values.get(name)))));
    }
    // A branch that fails or begins the loop anew makes the others what everything waits for.
    const retries = ends.some(({ left }) => left === 'fails' || left === 'continues');
    const [first, ...others] = back.map((end) => end.facts);
    for (const [fact, ground] of first) {
      if (others.every((other) => other.has(fact))) {
        this.learn([fact], retries || [ground, ...others.map((other) => other.get(fact))].every((each) => each === 'waited') ? 'waited' : 'checked');
      }
    }
  }

  /** Walks something whose variables, options and departure are its own: a subshell, another script. */
  apart<T>(walk: () => T): T {
    const { positional, errexit } = this;
    let result: T | undefined;
    this.undone(() => {
      result = walk();
    });
    Object.assign(this, { positional, errexit, left: undefined });
    return result as T;
  }

  /** Walks something that runs beside what follows, which so learns nothing from it. */
  aside(walk: () => void): void {
    const { facts } = this;
    this.facts = new Map(facts);
    this.apart(walk);
    this.facts = facts;
  }

  /** Walks something, and takes back what it does to variables. Gives the values that it left. */
  private undone(walk: () => void): Map<string, Values> {
    const outer = this.changed;
    this.changed = new Map();
    walk();
    const assigned = new Map([...this.changed.keys()].map((name) => [name, this.values.get(name)]));
    for (const [name, before] of this.changed) {
      this.values.set(name, before);
    }
    this.changed = outer;
    return assigned;
  }
}

/** A variable that only some branches set is taken to be set. */
function joined(alternatives: readonly Values[]): Values {
  const values = [...new Set(alternatives.flatMap((each) => each ?? []))];
  return values.length > MAX_ALTERNATIVES || values.includes(UNKNOWN) ? [UNKNOWN] : values;
}
