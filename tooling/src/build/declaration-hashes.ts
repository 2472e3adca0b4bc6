/**
 * A hash of each name that declarations export: of the name's own declaration and of all that it refers to. It is of the
 * syntax tree as the compiler prints it, so that a comment or another format makes no other hash.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import ts from 'typescript';

/** An export of another module; the name '*' is all of them. */
interface Reference {
  specifier: string;
  name: string;
}

/** One file of declarations. */
class Declarations {
  /** The statements that declare a name: a function has one for each overload. */
  readonly statements = new Map<string, ts.Statement[]>();
  readonly imports = new Map<string, Reference>();
  /** Exported name → local name. */
  readonly own = new Map<string, string>();
  /** Exported name → what it is in another module. */
  readonly from = new Map<string, Reference>();
  /** Modules of which everything is exported. */
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

/** Whether the identifier names a member and refers to no declaration. */
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

/** Where a name is declared: in a file of ours, or by a package. */
type Found = { file: string; local: string } | { external: string };

/**
 * @param entries the file of each module, 'shared-contracts/events' → 'events/index.d.ts'
 * @param files declarations by path
 * @returns by module and exported name
 * @throws when a declaration refers to a file that is not there
 */
export function declarationHashes(
  entries: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): Record<string, Record<string, string>> {
  const read = new Map<string, Declarations>();
  const printer = ts.createPrinter({ removeComments: true });

  function declarationsOf(file: string): Declarations {
    const known = read.get(file);
    if (known) return known;
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
    const { own, from, forwards } = declarationsOf(file);
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
    const { own, from, forwards } = declarationsOf(file);
    const local = own.get(name);
    if (local !== undefined) return [{ file, local }];
    const reference = from.get(name);
    if (reference) return follow(file, reference, seen);
    return forwards.flatMap((specifier) => {
      const next = fileOf(file, specifier);
      return next ? find(next, name, seen) : [];
    });
  }

  function follow(from: string, { specifier, name }: Reference, seen?: Set<string>): Found[] {
    const file = fileOf(from, specifier);
    if (!file) return [{ external: `${specifier} ${name}` }];
    if (name !== '*') return find(file, name, seen);
    return [...exportsOf(file)].flatMap((each) => find(file, each));
  }

  /** The printed declaration, and those of all that it refers to. */
  function textsOf(found: readonly Found[], texts: Set<string>, seen: Set<string>): void {
    for (const each of found) {
      if ('external' in each) {
        texts.add(each.external);
        continue;
      }
      const { file, local } = each;
      if (seen.has(`${file} ${local}`)) continue;
      seen.add(`${file} ${local}`);
      const { statements, imports, tree } = declarationsOf(file);
      const imported = imports.get(local);
      if (imported) textsOf(follow(file, imported), texts, seen);
      for (const statement of statements.get(local) ?? []) {
        texts.add(printer.printNode(ts.EmitHint.Unspecified, statement, tree));
        const visit = (node: ts.Node): void => {
          if (ts.isIdentifier(node) && !isMemberName(node)) textsOf([{ file, local: node.text }], texts, seen);
          if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
            const { literal } = node.argument;
            const specifier = ts.isStringLiteral(literal) ? literal.text : '';
            textsOf(follow(file, { specifier, name: firstOf(node.qualifier) }), texts, seen);
          }
          ts.forEachChild(node, visit);
        };
        visit(statement);
      }
    }
  }

  const hashOf = (file: string, name: string) => {
    const texts = new Set<string>();
    textsOf(find(file, name), texts, new Set());
    return createHash('sha256')
      .update([...texts].sort().join('\n'))
      .digest('hex')
      .slice(0, 16);
  };
  return Object.fromEntries(
    Object.entries(entries).map(([module, file]) => [
      module,
      Object.fromEntries([...exportsOf(file)].sort().map((name) => [name, hashOf(file, name)])),
    ]),
  );
}

/** The first name of 'A.B.C'; without one the whole module. */
function firstOf(qualifier: ts.EntityName | undefined): string {
  if (!qualifier) return '*';
  return ts.isIdentifier(qualifier) ? qualifier.text : firstOf(qualifier.left);
}

/** @returns undefined: it is a module of a package */
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
