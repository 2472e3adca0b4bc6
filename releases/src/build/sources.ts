/**
 * Reads the facts that a build needs from sources, with the compiler of the build. The format, the quotes and the local names of the code
 * make no difference.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type CallExpression,
  type ExportAllDeclaration,
  type ExportNamedDeclaration,
  type Expression,
  type Identifier,
  type ImportDeclaration,
  type Module,
  type ModuleItem,
  parseSync,
  type StringLiteral,
  type TemplateLiteral,
  type TsEntityName,
  type TsImportType,
  type VariableDeclaration,
} from '@swc/core';
import { EVENT_NAMES } from 'shared-contracts/events/names';
import { catalogKey } from '../model/languages';
import { root } from './apps';

const EVENTS = 'shared-contracts/events';
const known: ReadonlySet<string> = new Set(EVENT_NAMES);

/**
 * Caches syntax trees: a build reads the same files for events, types, tokens and screens, and making a syntax tree takes longer than
 * walking it.
 */
const parsed = new Map<string, { text: string; tree: Module }>();

function parse(file: string): Module {
  const text = readFileSync(file, 'utf8');
  const before = parsed.get(file);
  if (before?.text === text) return before.tree;
  const tree = parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' });
  parsed.set(file, { text, tree });
  return tree;
}

/** A node of a syntax tree, of any kind. */
interface SyntaxNode {
  readonly type: string;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const isIdentifier = (node: SyntaxNode): node is Identifier => node.type === 'Identifier';
const isCall = (node: SyntaxNode): node is CallExpression => node.type === 'CallExpression';

const isText = (node: SyntaxNode): node is StringLiteral => node.type === 'StringLiteral';
/** A type such as `note ${number}` is parsed as a template too, with `types` in place of expressions. */
const isTemplate = (node: SyntaxNode): node is TemplateLiteral =>
  node.type === 'TemplateLiteral' && 'expressions' in node;
const isImport = (node: SyntaxNode): node is ImportDeclaration => node.type === 'ImportDeclaration';
const isNamedExport = (node: SyntaxNode): node is ExportNamedDeclaration & { typeOnly?: boolean } =>
  node.type === 'ExportNamedDeclaration';
const isImportedType = (node: SyntaxNode): node is TsImportType => node.type === 'TsImportType';

/** Calls `visit` with each node in a value. Where it returns false, the nodes inside are skipped. */
function walk(value: unknown, visit: (node: SyntaxNode) => unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value) && visit(value) === false) return;
  for (const child of Object.values(value)) walk(child, visit);
}

/** The text of a string, or of a template without substitutions. */
function textOf(node: SyntaxNode | null | undefined): string | undefined {
  const expression = node as Expression | null | undefined;
  if (expression?.type === 'StringLiteral') return expression.value;
  if (expression?.type !== 'TemplateLiteral' || expression.expressions.length > 0) return undefined;
  return expression.quasis[0]?.cooked;
}

/** Finds the file that a relative specifier names. */
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
  readonly items: readonly ModuleItem[];
  /** Local name → its origin in the file that it is imported from. */
  readonly imports = new Map<string, Reference>();
  /** Modules that it imports or exports from, by specifier. */
  readonly modules = new Set<string>();
  /** Files whose exports it exports again. */
  readonly exportsFrom = new Set<string>();
  /** Whether it exports something of the event store. */
  reexportsEvents = false;
  /** Exported name → local name. */
  private readonly aliases = new Map<string, string>();
  /** Exported name → its origin in another file. */
  private readonly reexports = new Map<string, Reference>();
  /** Files whose exports are all exported again. */
  private readonly forwards: string[] = [];
  private readonly constants = new Map<string, Expression>();

  constructor(readonly file: string) {
    this.items = parse(file).body;
    const ofEvents = new Set<string>();
    for (const item of this.items) {
      if (item.type === 'ImportDeclaration') this.readImport(item, ofEvents);
      else if (item.type === 'VariableDeclaration') this.readConstants(item);
      else if (item.type === 'ExportDeclaration' && item.declaration.type === 'VariableDeclaration') {
        this.readConstants(item.declaration);
      } else if (item.type === 'ExportDefaultExpression') this.constants.set('default', item.expression);
    }
    for (const item of this.items) {
      if (item.type === 'ExportNamedDeclaration') this.readExport(item, ofEvents);
      else if (item.type === 'ExportAllDeclaration') {
        const file = this.readSource(item);
        if (file) this.forwards.push(file);
      }
    }
  }

  private readConstants({ declarations }: VariableDeclaration): void {
    for (const { id, init } of declarations) if (id.type === 'Identifier' && init) this.constants.set(id.value, init);
  }

  private readImport({ source, specifiers }: ImportDeclaration, ofEvents: Set<string>): void {
    this.modules.add(source.value);
    const file = fileOf(this.file, source.value);
    for (const specifier of specifiers) {
      const local = specifier.local.value;
      if (source.value === EVENTS) ofEvents.add(local);
      if (!file) continue;
      const named = specifier.type === 'ImportSpecifier' ? (specifier.imported?.value ?? local) : '*';
      this.imports.set(local, { file, name: specifier.type === 'ImportDefaultSpecifier' ? 'default' : named });
    }
  }

  /** @returns the file that an export comes from */
  private readSource({ source }: ExportNamedDeclaration | ExportAllDeclaration): string | undefined {
    if (!source) return undefined;
    this.modules.add(source.value);
    if (source.value === EVENTS) this.reexportsEvents = true;
    const file = fileOf(this.file, source.value);
    if (file) this.exportsFrom.add(file);
    return file;
  }

  private readExport(item: ExportNamedDeclaration, ofEvents: ReadonlySet<string>): void {
    const file = this.readSource(item);
    for (const specifier of item.specifiers) {
      if (specifier.type === 'ExportNamespaceSpecifier') {
        if (file) this.reexports.set(specifier.name.value, { file, name: '*' });
      } else if (specifier.type === 'ExportSpecifier') {
        const local = specifier.orig.value;
        const exported = specifier.exported?.value ?? local;
        if (!item.source && ofEvents.has(local)) this.reexportsEvents = true;
        if (file) this.reexports.set(exported, { file, name: local });
        else if (!item.source) this.aliases.set(exported, local);
      }
    }
  }

  /** The constant with a local name. */
  constant(name: string): Expression | undefined {
    return this.constants.get(name);
  }

  /** The candidates for an export: constants of this file, and exports of others. */
  exported(name: string): { constants: Expression[]; elsewhere: Reference[] } {
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

const FUNCTIONS: ReadonlySet<string> = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'ClassExpression']);

/**
 * Lists the events that a remote's sources name, sorted: each literal that is an event's name in a file that uses the event store, and in
 * the constants that such a file imports. A match that is not meant as an event adds one event too many, which does no harm.
 * @param files paths of its sources, without tests
 */
export function eventsUsedBy(files: readonly string[]): string[] {
  const sourceOf = sourceReader();
  const isReexport = (file: string, seen = new Set<string>()): boolean => {
    if (seen.has(file)) return false;
    seen.add(file);
    const { reexportsEvents, exportsFrom } = sourceOf(file);
    return reexportsEvents || [...exportsFrom].some((from) => isReexport(from, seen));
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
    // A function is not a constant. If it names events, the file that has it uses the event store itself.
    for (const constant of constants) if (!FUNCTIONS.has(constant.type)) collect(source, constant);
    for (const reference of elsewhere) follow(reference);
  };
  const collect = (source: Source, value: unknown): void => {
    walk(value, (node) => {
      const text = textOf(node);
      if (text !== undefined && known.has(text)) found.add(text);
      if (!isIdentifier(node)) return;
      const reference = source.imports.get(node.value);
      if (reference) follow(reference);
      else if (source.constant(node.value)) follow({ file: source.file, name: node.value });
    });
  };
  for (const source of files.map(sourceOf).filter(usesEvents)) collect(source, source.items);
  return [...found].sort();
}

/** The function of the event store that publishes the events of an app. */
const PUBLISHER = 'appEvents';

/**
 * Lists the places where a remote may publish events of another app: the function that does so is only called, and with the remote's own name as a
 * text, so that a build knows whose events it publishes.
 * @param files paths of its sources, without tests
 */
export function problemsOfAppEvents(remote: string, files: readonly string[]): string[] {
  const sentence = (file: string, what: string) =>
    `${path.basename(file)} ${what}; a remote publishes its own events alone, with ${PUBLISHER}('${remote}').`;
  return files.flatMap((file) => {
    const problems: string[] = [];
    const { body } = parse(file);
    const locals = new Set<string>();
    const namespaces = new Set<string>();
    for (const item of body) {
      if (item.type === 'ExportNamedDeclaration' && item.source?.value === EVENTS) {
        const names = item.specifiers.map((each) => (each.type === 'ExportSpecifier' ? each.orig.value : '*'));
        if (names.includes(PUBLISHER) || names.includes('*')) problems.push(sentence(file, `exports ${PUBLISHER}`));
      }
      if (item.type === 'ExportAllDeclaration' && item.source.value === EVENTS)
        problems.push(sentence(file, `exports ${PUBLISHER}`));
      if (item.type !== 'ImportDeclaration' || item.source.value !== EVENTS) continue;
      for (const each of item.specifiers) {
        if (each.type !== 'ImportSpecifier') namespaces.add(each.local.value);
        else if ((each.imported?.value ?? each.local.value) === PUBLISHER) locals.add(each.local.value);
      }
    }
    const called = new Set<SyntaxNode>();
    const refersToIt = (node: SyntaxNode): boolean => {
      if (isIdentifier(node)) return locals.has(node.value);
      const member = node as Expression;
      if (member.type !== 'MemberExpression' || member.object.type !== 'Identifier') return false;
      const { property } = member;
      const name =
        property.type === 'Identifier'
          ? property.value
          : textOf(property.type === 'Computed' ? property.expression : null);
      return namespaces.has(member.object.value) && (name === undefined || name === PUBLISHER);
    };
    walk(
      body.filter((item) => item.type !== 'ImportDeclaration'),
      (node) => {
        if (isCall(node) && refersToIt(node.callee)) {
          called.add(node.callee);
          const given = textOf(node.arguments[0]?.expression);
          if (given !== remote) problems.push(sentence(file, `names ${given === undefined ? 'no app' : `'${given}'`}`));
        } else if (refersToIt(node) && !called.has(node)) problems.push(sentence(file, `passes ${PUBLISHER} on`));
      },
    );
    return problems;
  });
}

/** The leftmost name of 'A.B.C'. */
const firstName = (name: TsEntityName): string => (name.type === 'Identifier' ? name.value : firstName(name.left));

/**
 * Lists the types that sources take from modules of packages. No bundle contains them: they come by `import type`, by
 * `export type … from`, and by `import('…').Name`. The name '*' means all of them.
 * @param files paths of a remote's sources, without tests
 * @returns names by specifier
 */
export function typesTakenBy(files: readonly string[]): Map<string, Set<string>> {
  const taken = new Map<string, Set<string>>();
  const add = (specifier: string, name: string) => {
    if (!specifier.startsWith('.')) taken.set(specifier, (taken.get(specifier) ?? new Set()).add(name));
  };
  for (const file of files) {
    walk(parse(file).body, (node) => {
      if (isImport(node)) {
        for (const each of node.specifiers) {
          const isNamed = each.type === 'ImportSpecifier';
          if (!node.typeOnly && !(isNamed && each.isTypeOnly)) continue;
          add(node.source.value, isNamed ? (each.imported?.value ?? each.local.value) : '*');
        }
      } else if (isNamedExport(node)) {
        for (const each of node.specifiers) {
          const isNamed = each.type === 'ExportSpecifier';
          if (!node.source || !(node.typeOnly || (isNamed && each.isTypeOnly))) continue;
          add(node.source.value, isNamed ? each.orig.value : '*');
        }
      } else if (isImportedType(node)) {
        add(node.argument.value, node.qualifier ? firstName(node.qualifier) : '*');
      }
    });
  }
  return taken;
}

/** A custom property in a text, or the beginning of one where the text ends. */
const CUSTOM_PROPERTY = /(?<![\w-])--\w[\w-]*|(?<=var\()--$/g;

/**
 * Finds the design tokens that the strings of sources name, as in `style={{ gap: 'var(--space-3)' }}`. For a name that is put together when
 * the code runs, `var(--space-${size})`, it finds all tokens with the same beginning.
 * @param files paths of a remote's sources
 */
export const tokensNamedBy = (files: readonly string[], tokens: ReadonlySet<string>): Set<string> =>
  tokensOf(files.map(parse), tokens);

/**
 * The same for compiled code.
 * @param code the texts of JavaScript modules
 */
export const tokensNamedIn = (code: readonly string[], tokens: ReadonlySet<string>): Set<string> =>
  tokensOf(
    code.map((text) => parseSync(text, { syntax: 'ecmascript', target: 'es2022' })),
    tokens,
  );

function tokensOf(trees: readonly Module[], tokens: ReadonlySet<string>): Set<string> {
  const named = new Set<string>();
  const read = (text: string, isContinued: boolean) => {
    for (const { 0: name, index } of text.matchAll(CUSTOM_PROPERTY)) {
      if (tokens.has(name)) named.add(name);
      if (index + name.length < text.length || (tokens.has(name) && !isContinued)) continue;
      for (const token of tokens) if (token.startsWith(name)) named.add(token);
    }
  };
  for (const { body } of trees) {
    walk(body, (node) => {
      if (isText(node)) read(node.value, false);
      else if (isTemplate(node)) {
        for (const [index, { cooked }] of node.quasis.entries()) read(cooked ?? '', index < node.expressions.length);
      }
    });
  }
  return named;
}

/** The specifier of a dynamic import in a value. */
function importedBy(value: unknown): string | undefined {
  let specifier: string | undefined;
  walk(value, (node) => {
    if (isCall(node) && node.callee.type === 'Import') specifier ??= textOf(node.arguments[0]?.expression);
  });
  return specifier;
}

const isCatalog = (specifier: string) => specifier.startsWith('./locales/');

/**
 * Lists the dynamic imports of a remote's definition, by their keys in defineRemote. Two keys may import one file.
 * @param file its src/remote.ts
 */
export function modulesOf(file: string): { key: string; specifier: string }[] {
  const source = new Source(file);
  const modules: { key: string; specifier: string }[] = [];
  const add = (key: string | undefined, value: unknown) => {
    const specifier = importedBy(value);
    // A language may have the name of a screen.
    if (key && specifier) modules.push({ key: isCatalog(specifier) ? catalogKey(key) : key, specifier });
  };
  walk(source.items, (node) => {
    const expression = node as Expression;
    if (expression.type !== 'ObjectExpression') return;
    for (const property of expression.properties) {
      if (property.type === 'Identifier') add(property.value, source.constant(property.value));
      if (property.type !== 'KeyValueProperty' && property.type !== 'MethodProperty') continue;
      const key = property.key.type === 'Identifier' ? property.key.value : textOf(property.key);
      const value = property.type === 'MethodProperty' ? property.body : property.value;
      // The object around the modules is skipped: its first import belongs to one of them.
      if (isNode(value) && value.type === 'ObjectExpression') continue;
      add(key, isNode(value) && isIdentifier(value) ? source.constant(value.value) : value);
    }
  });
  return modules;
}

/**
 * Reads the paths of the shell's own pages: the first argument of each entry of its route table.
 * @throws when the table has another form, so that no path goes unseen
 */
export function ownPaths(): string[] {
  const table = new Source(path.join(root, 'host/src/app/route-table.tsx')).constant('OWN_ROUTES');
  const entries = table?.type === 'ArrayExpression' ? table.elements : [];
  const paths = entries.flatMap((entry) =>
    entry && isCall(entry.expression) ? (textOf(entry.expression.arguments[0]?.expression) ?? []) : [],
  );
  if (entries.length === 0 || paths.length < entries.length) {
    throw new Error('The paths of the shell are not to be read from host/src/app/route-table.tsx.');
  }
  return paths.sort();
}
