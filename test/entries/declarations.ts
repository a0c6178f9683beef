import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as ts from 'typescript';

const root = path.join(__dirname, '../..');

/** Every entry of the package that is code, with its source: `['kube-proxy-kit/cdk8s', 'src/cdk8s/index.ts']`. */
export const entries: readonly (readonly [name: string, source: string])[] = Object.entries(
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { exports: Record<string, string | { types: string }> }).exports,
).flatMap(([name, target]) => (typeof target === 'string' ? []
  : [[path.posix.join('kube-proxy-kit', name), target.types.replace('./lib/', 'src/').replace('.d.ts', '.ts')] as const]));

/** What users' compilers see of the package: the declarations that the compiler writes from the sources. */
export interface Declarations {
  readonly checker: ts.TypeChecker;
  /** What an entry exports, by the name it has there; aliases are followed. */
  exportsOf(source: string): ReadonlyMap<string, ts.Symbol>;
  /** Whether it is declared in this package. */
  isOurs(declaration: ts.Declaration): boolean;
}

const asDeclaration = (file: string) => file.replace(/\.ts$/, '.d.ts');

/** Compiles the entries and what they import to declarations, in memory. */
export function declarations(): Declarations {
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile).config, ts.sys, root);
  const sources = ts.createProgram(entries.map(([, source]) => path.join(root, source)), options);
  const written = new Map<string, string>();
  const outDir = path.join(root, 'lib');
  const inPlaceOfSource = (file: string) => path.join(root, 'src', path.relative(outDir, file));
  sources.emit(undefined, (file, text) => written.set(inPlaceOfSource(file), text), undefined, true);

  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile, readFile } = host;
  host.fileExists = (file) => written.has(file) || (!file.startsWith(path.join(root, 'src')) && fileExists(file));
  host.readFile = (file) => written.get(file) ?? readFile(file);
  host.getSourceFile = (file, language) => (written.has(file)
    ? ts.createSourceFile(file, written.get(file)!, language, true)
    // Frameworks were parsed for the first program already.
    : sources.getSourceFile(file) ?? getSourceFile(file, language));
  const program = ts.createProgram([...entries.map(([, source]) => asDeclaration(path.join(root, source)))], options, host);
  const checker = program.getTypeChecker();
  return {
    checker,
    exportsOf: (source) => {
      const file = program.getSourceFile(asDeclaration(path.join(root, source)))!;
      return new Map(checker.getExportsOfModule(checker.getSymbolAtLocation(file)!)
        .map((symbol) => [symbol.name, followed(checker, symbol)]));
    },
    isOurs: (declaration) => written.has(declaration.getSourceFile().fileName),
  };
}

/** What a symbol stands for, through imports and re-exports. */
export function followed(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
