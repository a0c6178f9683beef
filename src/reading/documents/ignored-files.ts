import * as fs from 'node:fs';
import * as path from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** Files whose lines name what is passed over, in the syntax of .gitignore; the second for what git has but nobody wants checked. */
const IGNORE_FILES = ['.gitignore', '.kube-proxy-kit-ignore'];

/** What the ignore files of a folder and of those above it say. */
export interface IgnoreRules {
  readonly folder: string;
  readonly rules: Ignore;
  readonly above: IgnoreRules | undefined;
}

/** The rules in a folder: its own where it has any, else those above it. `names` are the files in it. */
export function ignoreRulesIn(folder: string, names: ReadonlySet<string>, above: IgnoreRules | undefined): IgnoreRules | undefined {
  const texts = IGNORE_FILES.filter((name) => names.has(name)).map((name) => textOf(path.join(folder, name)));
  return texts.length === 0 ? above : { folder, rules: ignore().add(texts), above };
}

/** The rules that hold above a folder, up to the root of its repository; none where the repository ignores the folder itself. */
export function ignoreRulesAbove(folder: string): IgnoreRules | undefined {
  const above: string[] = [];
  for (let at = folder; !fs.existsSync(path.join(at, '.git')); at = path.dirname(at)) {
    if (path.dirname(at) === at) {
      return undefined;
    }
    above.unshift(path.dirname(at));
  }
  const rules = above.reduce<IgnoreRules | undefined>((outer, at) =>
    ignoreRulesIn(at, new Set(IGNORE_FILES.filter((name) => fs.existsSync(path.join(at, name)))), outer), undefined);
  return isIgnored(folder, true, rules) ? undefined : rules;
}

/** Whether a file or folder is ignored; the nearest file that says anything about it decides, as with git. */
export function isIgnored(file: string, isFolder: boolean, innermost: IgnoreRules | undefined): boolean {
  for (let at = innermost; at; at = at.above) {
    const inside = slashed(path.relative(at.folder, file));
    const { ignored, unignored } = at.rules.test(isFolder ? `${inside}/` : inside);
    if (ignored || unignored) {
      return ignored;
    }
  }
  return false;
}

/** A test for `--exclude`: patterns of .gitignore, against a path below the folder that was named, and against the path as it is shown. */
export function exclusion(patterns: readonly string[]): (...names: readonly string[]) => boolean {
  if (patterns.length === 0) {
    return () => false;
  }
  const rules = ignore().add(patterns.map((pattern) => pattern.replace(/^\.\//, '')));
  return (...names) => names.map(slashed).some((name) => ignore.isPathValid(name) && rules.ignores(name));
}

function slashed(name: string): string {
  return path.sep === '/' ? name : name.split(path.sep).join('/');
}

/** Empty for what cannot be read, which then ignores nothing. */
function textOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
