/**
 * What a build has to know of sources, read with the compiler: how they are formatted, quoted or named makes no difference.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EVENT_NAMES } from 'shared-contracts/events/names';
import ts from 'typescript';
import { root } from './apps';

const EVENTS = 'shared-contracts/events';
const known: ReadonlySet<string> = new Set(EVENT_NAMES);

const parse = (file: string) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);

/** Calls `visit` with a node and every node in it. */
function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

const textOf = (node: ts.Node | undefined) => (node && ts.isStringLiteralLike(node) ? node.text : undefined);

/** The file that a relative specifier names. */
function fileOf(from: string, specifier: string | undefined): string | undefined {
  if (!specifier?.startsWith('.')) return undefined;
  const base = path.resolve(path.dirname(from), specifier);
  return [`${base}.ts`, `${base}.tsx`, path.join(base, 'index.ts'), path.join(base, 'index.tsx')].find((file) =>
    existsSync(file),
  );
}

/** An export of another file; the name '*' is all of them. */
interface Reference {
  file: string;
  name: string;
}

/** One source file: what it imports, and the constants of its top level. */
class Source {
  readonly tree: ts.SourceFile;
  /** Local name → what it is in the file that it is imported from. */
  readonly imports = new Map<string, Reference>();
  /** Exported name → local name. */
  private readonly aliases = new Map<string, string>();
  /** Exported name → what it is in another file. */
  private readonly reexports = new Map<string, Reference>();
  /** Files of which everything is exported. */
  private readonly forwards: string[] = [];
  private readonly constants = new Map<string, ts.Expression>();
  /** Modules that it imports or exports from, by specifier. */
  readonly modules = new Set<string>();
  /** Whether it exports something of the event store. */
  reexportsEvents = false;

  constructor(readonly file: string) {
    this.tree = parse(file);
    const ofEvents = new Set<string>();
    for (const statement of this.tree.statements) {
      if (ts.isImportDeclaration(statement)) this.readImport(statement, ofEvents);
      else if (ts.isVariableStatement(statement)) {
        for (const { name, initializer } of statement.declarationList.declarations) {
          if (ts.isIdentifier(name) && initializer) this.constants.set(name.text, initializer);
        }
      } else if (ts.isExportAssignment(statement)) this.constants.set('default', statement.expression);
    }
    for (const statement of this.tree.statements) {
      if (ts.isExportDeclaration(statement)) this.readExport(statement, ofEvents);
    }
  }

  private readImport({ importClause, moduleSpecifier }: ts.ImportDeclaration, ofEvents: Set<string>): void {
    const specifier = textOf(moduleSpecifier) ?? '';
    this.modules.add(specifier);
    const file = fileOf(this.file, specifier);
    const add = (local: string, name: string) => {
      if (specifier === EVENTS) ofEvents.add(local);
      if (file) this.imports.set(local, { file, name });
    };
    if (importClause?.name) add(importClause.name.text, 'default');
    const bindings = importClause?.namedBindings;
    if (bindings && ts.isNamespaceImport(bindings)) add(bindings.name.text, '*');
    else for (const { name, propertyName } of bindings?.elements ?? []) add(name.text, (propertyName ?? name).text);
  }

  private readExport({ exportClause, moduleSpecifier }: ts.ExportDeclaration, ofEvents: ReadonlySet<string>): void {
    const specifier = textOf(moduleSpecifier);
    const file = fileOf(this.file, specifier);
    if (specifier) this.modules.add(specifier);
    if (specifier === EVENTS) this.reexportsEvents = true;
    if (!exportClause || ts.isNamespaceExport(exportClause)) {
      if (file && exportClause) this.reexports.set(exportClause.name.text, { file, name: '*' });
      else if (file) this.forwards.push(file);
      return;
    }
    for (const { name, propertyName } of exportClause.elements) {
      const local = (propertyName ?? name).text;
      if (ofEvents.has(local) && !specifier) this.reexportsEvents = true;
      if (file) this.reexports.set(name.text, { file, name: local });
      else if (!specifier) this.aliases.set(name.text, local);
    }
  }

  /** The constant of a local name. */
  constant(name: string): ts.Expression | undefined {
    return this.constants.get(name);
  }

  /** Where an export is to be looked for: constants of this file, and exports of others. */
  exported(name: string): { constants: ts.Expression[]; elsewhere: Reference[] } {
    if (name === '*') {
      const others = this.forwards.map((file) => ({ file, name }));
      return { constants: [...this.constants.values()], elsewhere: [...this.reexports.values(), ...others] };
    }
    const local = this.aliases.get(name) ?? name;
    const constant = this.constants.get(local);
    if (constant) return { constants: [constant], elsewhere: [] };
    const reference = this.reexports.get(name) ?? this.imports.get(local);
    return { constants: [], elsewhere: reference ? [reference] : this.forwards.map((file) => ({ file, name })) };
  }
}

/** Reads each file once. */
function sourceReader(): (file: string) => Source {
  const read = new Map<string, Source>();
  return (file) => {
    const source = read.get(file) ?? new Source(file);
    read.set(file, source);
    return source;
  };
}

/**
 * The events that a remote's sources name, sorted: each literal of an event's name in a file that uses the event store,
 * and in the constants that such a file imports. A name that is no event there is one event too many, which does no harm.
 * @param files paths of its sources, without tests
 */
export function eventsUsedBy(files: readonly string[]): string[] {
  const sourceOf = sourceReader();
  const isReexport = (file: string, seen = new Set<string>()): boolean => {
    if (seen.has(file)) return false;
    seen.add(file);
    const { reexportsEvents, tree } = sourceOf(file);
    if (reexportsEvents) return true;
    const exported = tree.statements.filter(ts.isExportDeclaration);
    return exported.some(({ moduleSpecifier }) => {
      const from = fileOf(file, textOf(moduleSpecifier));
      return from !== undefined && isReexport(from, seen);
    });
  };
  const usesEvents = ({ file, modules }: Source) =>
    [...modules].some((specifier) => {
      const from = fileOf(file, specifier);
      return specifier === EVENTS || (from !== undefined && isReexport(from));
    });

  const found = new Set<string>();
  const followed = new Set<string>();
  const follow = ({ file, name }: Reference): void => {
    if (followed.has(`${file} ${name}`)) return;
    followed.add(`${file} ${name}`);
    const source = sourceOf(file);
    const { constants, elsewhere } = source.exported(name);
    for (const constant of constants) collect(source, constant);
    for (const reference of elsewhere) follow(reference);
  };
  const collect = (source: Source, node: ts.Node): void => {
    // A function is no constant. The file that has it uses the event store, or it names no event.
    if (ts.isFunctionLike(node)) return;
    walk(node, (each) => {
      const text = textOf(each);
      if (text !== undefined && known.has(text)) found.add(text);
      if (!ts.isIdentifier(each)) return;
      const reference = source.imports.get(each.text);
      const constant = source.constant(each.text);
      if (reference) follow(reference);
      else if (constant) follow({ file: source.file, name: each.text });
    });
  };
  for (const source of files.map(sourceOf).filter(usesEvents)) {
    collect(source, source.tree);
    for (const reference of source.imports.values()) follow(reference);
  }
  return [...found].sort();
}

/** The specifier of a dynamic import in a node. */
function importedBy(node: ts.Node): string | undefined {
  let specifier: string | undefined;
  walk(node, (each) => {
    if (ts.isCallExpression(each) && each.expression.kind === ts.SyntaxKind.ImportKeyword) {
      specifier ??= textOf(each.arguments[0]);
    }
  });
  return specifier;
}

/**
 * The dynamic imports of a remote's definition.
 * @param file its src/remote.ts
 * @returns the key in defineRemote by the specifier that is imported
 */
export function modulesOf(file: string): Map<string, string> {
  const source = new Source(file);
  const keys = new Map<string, string>();
  walk(source.tree, (node) => {
    if (!ts.isObjectLiteralElement(node) || !node.name) return;
    const key = ts.isIdentifier(node.name) ? node.name.text : textOf(node.name);
    const value = ts.isPropertyAssignment(node) ? node.initializer : node;
    const name = ts.isShorthandPropertyAssignment(node) ? node.name : value;
    const given = ts.isIdentifier(name) ? source.constant(name.text) : value;
    // Not the object around the modules, whose first import is one of theirs.
    if (!key || !given || ts.isObjectLiteralExpression(given)) return;
    const specifier = importedBy(given);
    if (specifier) keys.set(specifier, key);
  });
  return keys;
}

/**
 * Paths of the shell's own pages: the first argument of each entry of its route table.
 * @throws when the table has another form, so that no path goes unseen
 */
export function ownPaths(): string[] {
  const table = new Source(path.join(root, 'host/src/app/route-table.tsx')).constant('OWN_ROUTES');
  const entries = table && ts.isArrayLiteralExpression(table) ? [...table.elements] : [];
  const paths = entries.flatMap((entry) => (ts.isCallExpression(entry) ? (textOf(entry.arguments[0]) ?? []) : []));
  if (entries.length === 0 || paths.length < entries.length) {
    throw new Error('The paths of the shell are not to be read from host/src/app/route-table.tsx.');
  }
  return paths.sort();
}
