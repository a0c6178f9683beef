import * as fs from 'node:fs';
import * as path from 'node:path';
import * as ts from 'typescript';

/** A source file, named relative to `src/` with forward slashes, and the module names it imports as written. */
export interface SourceFile {
  readonly file: string;
  readonly imports: readonly string[];
}

/** The flow of data. A folder may import from itself and from folders to its left. */
const FLOW = ['kubernetes', 'facts', 'cluster', 'config', 'shell', 'pods', 'declaration', 'prediction', 'rules', 'assessment'];

/** What hangs on the flow: it uses the folders named, and of the flow only `assessment` uses it, for a check of files. */
const BRANCHES: Record<string, readonly string[]> = {
  manifests: ['kubernetes', 'facts', 'cluster', 'config'],
  writers: ['kubernetes', 'facts', 'cluster', 'config', 'shell', 'pods', 'declaration'],
  reading: ['kubernetes', 'facts', 'cluster', 'config', 'shell', 'pods', 'declaration', 'writers'],
  /** What a framework half is to generate for a cluster. */
  plan: ['kubernetes', 'facts', 'cluster', 'config', 'shell', 'pods', 'declaration', 'prediction', 'rules', 'assessment', 'manifests', 'reading'],
  /** What later releases make of the same input, and how to leave IPVS mode. */
  upgrade: ['kubernetes', 'facts', 'cluster', 'config', 'declaration', 'prediction', 'rules', 'assessment'],
  reports: ['kubernetes', 'facts', 'prediction', 'rules', 'assessment', 'upgrade'],
};

/** The edges: they may use all of the above, and not each other. */
const EDGES = ['cdk8s', 'pulumi', 'policy', 'cli'];

const DOMAIN = [...FLOW, ...Object.keys(BRANCHES)];

/** `src/index.ts`, the only file outside a folder. */
const ROOT = '(root)';

/** Packages that only some folders may import. */
const PACKAGES: readonly { readonly matches: RegExp; readonly folders: readonly string[] }[] = [
  { matches: /^(cdk8s|constructs|cdk8s-plus-27)(\/|$)/, folders: ['cdk8s'] },
  { matches: /^@pulumi\/policy$/, folders: ['policy'] },
  { matches: /^@pulumi\//, folders: ['pulumi'] },
  { matches: /^commander(\/|$)/, folders: ['cli'] },
  { matches: /^ignore$/, folders: ['reading'] },
  { matches: /^yaml(\/|$)/, folders: ['config', 'reading', 'manifests', 'upgrade', 'cli'] },
  { matches: /^smol-toml(\/|$)/, folders: ['reading'] },
];

const VAGUE_NAMES = /^(utils?|helpers?|common|managers?)$/;
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/;

/** One line for each breach, naming the file and what would put it right. Empty when all is well. */
export function violations(files: readonly SourceFile[]): string[] {
  return files.flatMap((source) => [
    ...nameViolations(source.file),
    ...source.imports.flatMap((specifier) => importViolations(source.file, specifier)),
  ]);
}

function nameViolations(file: string): string[] {
  const found: string[] = [];
  if (!KEBAB_CASE.test(path.posix.basename(file))) {
    found.push(`${file}: file names are kebab-case`);
  }
  const vague = file.split('/').find((part) => VAGUE_NAMES.test(part.split('.')[0]));
  if (vague !== undefined) {
    found.push(`${file}: "${vague}" says nothing about what is inside; name it after what it holds`);
  }
  const folder = folderOf(file);
  if (folder === ROOT ? file !== 'index.ts' : allowedFolders(folder) === undefined) {
    found.push(`${file}: "${folder}" has no place in the flow of imports; move the file or give the folder a place here`);
  }
  return found;
}

function importViolations(file: string, specifier: string): string[] {
  const from = folderOf(file);
  if (!specifier.startsWith('.')) {
    const limit = PACKAGES.find((candidate) => candidate.matches.test(specifier));
    return limit === undefined || limit.folders.includes(from)
      ? []
      : [`${file}: imports "${specifier}", which only ${limit.folders.join(', ')} may`];
  }
  const target = path.posix.join(path.posix.dirname(file), specifier);
  if (target === '../package.json') {
    return [];
  }
  if (target.startsWith('..')) {
    return [`${file}: imports "${specifier}", which is outside src`];
  }
  const to = folderOf(target);
  const allowed = allowedFolders(from) ?? [];
  return to === from || allowed.includes(to) ? [] : [`${file}: ${from} imports ${to} ("${specifier}"), but may import only ${list(allowed)}`];
}

/** The folders that a folder may import besides itself; undefined for a folder nobody has placed. */
function allowedFolders(folder: string): readonly string[] | undefined {
  if (folder === ROOT) {
    return DOMAIN;
  }
  if (FLOW.includes(folder)) {
    return [...FLOW.slice(0, FLOW.indexOf(folder)), ...(folder === 'assessment' ? ['reading'] : [])];
  }
  return BRANCHES[folder] ?? (EDGES.includes(folder) ? [...DOMAIN, ROOT] : undefined);
}

function list(folders: readonly string[]): string {
  return folders.length === 0 ? 'itself' : `itself, ${folders.join(', ')}`;
}

function folderOf(file: string): string {
  const parts = file.split('/');
  // A bare folder name is an import of its index; "." and "index" are the root.
  if (parts.length > 1) {
    return parts[0];
  }
  return ['.', 'index', 'index.ts', 'index.js'].includes(file) || file.endsWith('.ts') ? ROOT : file;
}

/** Every module name that the text imports or re-exports, types, `require` and `import()` included. */
export function importsOf(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = moduleSpecifier(node);
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
      found.push(specifier.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.ES2022));
  return found;
}

function moduleSpecifier(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return node.moduleSpecifier;
  }
  if (ts.isExternalModuleReference(node)) {
    return node.expression;
  }
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  }
  if (ts.isCallExpression(node)) {
    const callee = node.expression;
    const loads = callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
    return loads ? node.arguments[0] : undefined;
  }
  return undefined;
}

/** All files below a `src` folder; those that are not TypeScript have no imports. */
export function readSources(src: string): SourceFile[] {
  return fs
    .readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => path.join(found.parentPath, found.name))
    .sort()
    .map((absolute) => ({
      file: path.relative(src, absolute).split(path.sep).join('/'),
      imports: absolute.endsWith('.ts') ? importsOf(fs.readFileSync(absolute, 'utf8')) : [],
    }));
}
