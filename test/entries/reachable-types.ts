import * as ts from 'typescript';
import { followed, type Declarations } from './declarations';

/** The types of this package that an entry leads to without exporting them: name, and the export that leads there. */
export function unexportedTypes({ checker, exportsOf, isOurs }: Declarations, entry: string): ReadonlyMap<string, string> {
  const exported = new Set(exportsOf(entry).values());
  const found = new Map<string, string>();
  const seen = new Set<ts.Symbol>(exported);

  const visit = (symbol: ts.Symbol, from: string) => {
    for (const declaration of (symbol.declarations ?? []).filter(isOurs)) {
      mentioned(declaration).forEach((name) => {
        const at = checker.getSymbolAtLocation(name);
        const target = at && followed(checker, at);
        if (target === undefined || seen.has(target) || !isNamed(target) || !target.declarations?.some(isOurs)) {
          return;
        }
        seen.add(target);
        found.set(target.name, from);
        visit(target, `${from} > ${target.name}`);
      });
    }
  };
  exportsOf(entry).forEach((symbol, name) => visit(symbol, name));
  return found;
}

/** Types, and values that a `typeof` names. Not parameters, properties or type parameters: these have no name of their own outside. */
function isNamed(symbol: ts.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.TypeParameter) === 0
    && (symbol.flags & (ts.SymbolFlags.Type | ts.SymbolFlags.Function | ts.SymbolFlags.BlockScopedVariable)) !== 0
    && (symbol.flags & ts.SymbolFlags.TypeLiteral) === 0;
}

/** The names in type positions of a declaration, private members left out. */
function mentioned(declaration: ts.Node): ts.Node[] {
  const names: ts.Node[] = [];
  const walk = (node: ts.Node) => {
    if (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)) {
      return;
    }
    if (ts.isTypeReferenceNode(node)) {
      names.push(node.typeName);
    } else if (ts.isTypeQueryNode(node)) {
      names.push(node.exprName);
    } else if (ts.isImportTypeNode(node)) {
      names.push(...(node.qualifier ? [node.qualifier] : []));
    } else if (ts.isExpressionWithTypeArguments(node)) {
      names.push(node.expression);
    }
    ts.forEachChild(node, walk);
  };
  walk(declaration);
  return names;
}
