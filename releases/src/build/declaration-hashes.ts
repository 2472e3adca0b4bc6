/**
 * Makes a hash of each name that declarations export, from the name's own declaration and all that it refers to. The hash covers the syntax
 * tree as the compiler prints it, so a comment or another format does not change it.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import ts from 'typescript';

/** An export of another module; the name '*' is all of them. */
export interface Reference {
  specifier: string;
  name: string;
}

/** One file of declarations. */
class Declarations {
  /** The statements that declare a name. A function has one for each overload. */
  readonly statements = new Map<string, ts.Statement[]>();
  readonly imports = new Map<string, Reference>();
  /** Exported name → local name. */
  readonly own = new Map<string, string>();
  /** Exported name → its origin in another module. */
  readonly from = new Map<string, Reference>();
  /** Modules whose exports are all exported again. */
  readonly forwards: string[] = [];

  constructor(readonly tree: ts.SourceFile) {
    for (const statement of tree.statements) {
      if (ts.isImportDeclaration(statement)) this.readImport(statement);
      else if (ts.isExportDeclaration(statement)) this.readExport(statement);
      else if (ts.isExportAssignment(statement)) {
        if (ts.isIdentifier(statement.expression)) this.own.set('default', statement.expression.text);
      } else this.readDeclaration(statement);
    }
  }

  private readImport({ importClause, moduleSpecifier }: ts.ImportDeclaration): void {
    const specifier = (moduleSpecifier as ts.StringLiteral).text;
    const { name, namedBindings } = importClause ?? {};
    if (name) this.imports.set(name.text, { specifier, name: 'default' });
    if (!namedBindings) return;
    if (ts.isNamespaceImport(namedBindings)) this.imports.set(namedBindings.name.text, { specifier, name: '*' });
    else {
      for (const { name: local, propertyName } of namedBindings.elements)
        this.imports.set(local.text, { specifier, name: (propertyName ?? local).text });
    }
  }

  private readExport({ exportClause, moduleSpecifier }: ts.ExportDeclaration): void {
    const specifier = moduleSpecifier && (moduleSpecifier as ts.StringLiteral).text;
    if (!exportClause) {
      if (specifier) this.forwards.push(specifier);
    } else if (ts.isNamespaceExport(exportClause)) {
      if (specifier) this.from.set(exportClause.name.text, { specifier, name: '*' });
    } else {
      for (const { name, propertyName } of exportClause.elements) {
        const local = (propertyName ?? name).text;
        if (specifier) this.from.set(name.text, { specifier, name: local });
        else this.own.set(name.text, local);
      }
    }
  }

  private readDeclaration(statement: ts.Statement): void {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
    for (const name of namesIn(statement)) {
      this.statements.set(name, [...(this.statements.get(name) ?? []), statement]);
      if (has(ts.SyntaxKind.ExportKeyword)) this.own.set(has(ts.SyntaxKind.DefaultKeyword) ? 'default' : name, name);
    }
  }
}

function namesIn(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

/** Tells whether the identifier names a member and so refers to no declaration. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  const isMember =
    ts.isPropertySignature(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isNamedTupleMember(parent);
  return isMember && parent.name === node;
}

/** The place of a declaration: in a file of ours, or in a package. */
export type Found = { file: string; local: string } | { external: Reference };

/** One declaration of ours. */
export interface Declaration {
  file: string;
  local: string;
  /** The declaration as the compiler prints it, without comments. A function has one text for each overload. */
  texts: readonly string[];
  /** The names that it refers to. */
  references: readonly Found[];
}

/** The declarations of modules, and the references between them. */
export interface DeclarationGraph {
  /** The exported names of a file, sorted. */
  namesOf(file: string): string[];
  /** Finds the declarations of an exported name. A namespace has several: one for each of its names. */
  find(file: string, name: string): Found[];
  /** @returns undefined for a declaration of a package */
  declarationOf(found: Found): Declaration | undefined;
  /** Finds these declarations and all that they refer to. */
  reachedFrom(found: readonly Found[]): Found[];
}

const keyOf = (found: Found) =>
  'external' in found ? `${found.external.specifier} ${found.external.name}` : `${found.file} ${found.local}`;

/**
 * @param entries the file of each module, 'shared-contracts/events' → 'events/index.d.ts'
 * @param files declarations by path
 * @throws (on a query) if a declaration refers to a missing file
 */
export function declarationGraph(
  entries: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): DeclarationGraph {
  const read = new Map<string, Declarations>();
  const known = new Map<string, Declaration>();
  const located = new Map<string, Found[]>();
  const printer = ts.createPrinter({ removeComments: true });

  function declarationsIn(file: string): Declarations {
    const found = read.get(file);
    if (found) return found;
    const text = files[file];
    if (text === undefined) throw new Error(`The declarations of shared-contracts have no ${file}.`);
    const declarations = new Declarations(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    read.set(file, declarations);
    return declarations;
  }

  const fileOf = (from: string, specifier: string) => resolved({ entries, files }, from, specifier);

  function exportsOf(file: string, seen = new Set<string>()): Set<string> {
    if (seen.has(file)) return new Set();
    seen.add(file);
    const { own, from, forwards } = declarationsIn(file);
    const names = new Set([...own.keys(), ...from.keys()]);
    for (const specifier of forwards) {
      const next = fileOf(file, specifier);
      for (const name of next ? exportsOf(next, seen) : []) if (name !== 'default') names.add(name);
    }
    return names;
  }

  function find(file: string, name: string, seen = new Set<string>()): Found[] {
    if (seen.has(`${file} ${name}`)) return [];
    seen.add(`${file} ${name}`);
    const { own, from, forwards, imports } = declarationsIn(file);
    const local = own.get(name);
    const imported = local === undefined ? undefined : imports.get(local);
    if (imported) return follow(file, imported, seen);
    if (local !== undefined) return [{ file, local }];
    const reference = from.get(name);
    if (reference) return follow(file, reference, seen);
    return forwards.flatMap((specifier) => {
      const next = fileOf(file, specifier);
      return next ? find(next, name, seen) : [];
    });
  }

  function follow(from: string, reference: Reference, seen?: Set<string>): Found[] {
    const file = fileOf(from, reference.specifier);
    if (!file) return [{ external: reference }];
    if (reference.name !== '*') return find(file, reference.name, seen);
    return [...exportsOf(file)].flatMap((each) => find(file, each));
  }

  /** Finds what an identifier of a file's declarations refers to. The list is empty for a parameter or a name of the language. */
  function findLocal(file: string, local: string): Found[] {
    const { imports, statements } = declarationsIn(file);
    const imported = imports.get(local);
    if (!imported) return statements.has(local) ? [{ file, local }] : [];
    const key = `${file} ${local}`;
    const found = located.get(key) ?? follow(file, imported);
    located.set(key, found);
    return found;
  }

  function declarationOf(found: Found): Declaration | undefined {
    if ('external' in found) return undefined;
    const before = known.get(keyOf(found));
    if (before) return before;
    const { file, local } = found;
    const { statements, tree } = declarationsIn(file);
    const own = statements.get(local) ?? [];
    const references = new Map<string, Found>();
    const refer = (to: readonly Found[]) => {
      for (const each of to) references.set(keyOf(each), each);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && !isMemberName(node)) refer(findLocal(file, node.text));
      if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
        const { literal } = node.argument;
        const specifier = ts.isStringLiteral(literal) ? literal.text : '';
        refer(follow(file, { specifier, name: firstOf(node.qualifier) }));
      }
      ts.forEachChild(node, visit);
    };
    own.forEach(visit);
    const declaration = {
      file,
      local,
      texts: own.map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, tree)),
      references: [...references.values()],
    };
    known.set(keyOf(found), declaration);
    return declaration;
  }

  function reachedFrom(found: readonly Found[]): Found[] {
    const reached = new Map<string, Found>();
    const waiting = [...found];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (reached.has(keyOf(next))) continue;
      reached.set(keyOf(next), next);
      waiting.push(...(declarationOf(next)?.references ?? []));
    }
    return [...reached.values()];
  }

  return { namesOf: (file) => [...exportsOf(file)].sort(), find, declarationOf, reachedFrom };
}

/**
 * @param entries the file of each module, 'shared-contracts/events' → 'events/index.d.ts'
 * @param files declarations by path
 * @returns by module and exported name
 * @throws when a declaration refers to a missing file
 */
export function declarationHashes(
  entries: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): Record<string, Record<string, string>> {
  const { namesOf, find, declarationOf, reachedFrom } = declarationGraph(entries, files);
  const hashOf = (file: string, name: string) => {
    const texts = reachedFrom(find(file, name)).flatMap((found) => declarationOf(found)?.texts ?? keyOf(found));
    return createHash('sha256')
      .update([...new Set(texts)].sort().join('\n'))
      .digest('hex')
      .slice(0, 16);
  };
  return Object.fromEntries(
    Object.entries(entries).map(([module, file]) => [
      module,
      Object.fromEntries(namesOf(file).map((name) => [name, hashOf(file, name)])),
    ]),
  );
}

/** The first name of 'A.B.C', or undefined for the whole module. */
function firstOf(qualifier: ts.EntityName | undefined): string {
  if (!qualifier) return '*';
  return ts.isIdentifier(qualifier) ? qualifier.text : firstOf(qualifier.left);
}

/** @returns undefined for a module of a package */
function resolved(
  { entries, files }: { entries: Readonly<Record<string, string>>; files: Readonly<Record<string, string>> },
  from: string,
  specifier: string,
): string | undefined {
  if (!specifier.startsWith('.')) return entries[specifier];
  const base = path.posix.join(path.posix.dirname(from), specifier);
  const found = [`${base}.d.ts`, `${base}/index.d.ts`].find((file) => files[file] !== undefined);
  if (!found) throw new Error(`${from} refers to ${specifier}, which has no declarations.`);
  return found;
}

/** The files that each file refers to, by its imports. */
export function importsOf(
  entries: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => {
      const specifiers = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
      const isCode = (specifier: string) => !/\.(css|svg|png|json)$/.test(specifier);
      const found = specifiers.filter(isCode).map((specifier) => resolved({ entries, files }, file, specifier));
      return [file, [...new Set(found.filter((each) => each !== undefined))]];
    }),
  );
}
