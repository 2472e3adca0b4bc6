/**
 * Decides whether code that was written against the declarations of a remote's build would still compile against those of a shell. The
 * TypeScript compiler answers that question.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Lack } from '../model/schemas';
import { lossFinder } from './losses';
import type { NamesByModule, Surface } from './surface';

/** The module and the interface with the payloads of events, which one remote publishes and another reads. */
const EVENTS = { module: 'shared-contracts/events', interface: 'ShellEvents' };
/** The module and the type with the names of slots. A remote passes these names and never has to tell them apart. */
const SLOTS = { module: 'shared-contracts/remote', type: 'SlotName' };

/** The folder that the compared files seem to be in. Nothing is written there, but the compiler looks for packages from it. */
const folder = fileURLToPath(new URL('.compared', import.meta.url));
const questionsFile = path.join(folder, 'questions.ts');
type Side = 'taken' | 'offered';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/** A remote and a shell, and the names about which the compiler decides. */
export interface Comparison {
  taken: Surface;
  offered: Surface;
  names: NamesByModule;
}

/** The declarations of packages. They are most of what the compiler reads, so all comparisons share them. */
const packages = new Map<string, ts.SourceFile | undefined>();
/** The compared files as they were last parsed. A program takes an object over from the program before if it is the same one. */
const ours = new Map<string, ts.SourceFile>();

function ourFile(file: string, text: string, version: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile {
  const known = ours.get(file);
  if (known?.text === text) return known;
  const parsed = ts.createSourceFile(file, text, version, true);
  ours.set(file, parsed);
  return parsed;
}

const fileIn = (side: Side, file: string) => path.join(folder, side, file);
const isOurs = (file: string) => file === folder || file.startsWith(`${folder}${path.sep}`);
const sideOf = (file: string): Side => (file.startsWith(fileIn('taken', '')) ? 'taken' : 'offered');

/**
 * Makes a compiler host that reads the compared files from memory.
 * @param texts by absolute path
 * @throws (when it resolves a module) if a package that declarations refer to is not installed: its types would compare as equal
 */
function hostWith(texts: ReadonlyMap<string, string>, entryOf: (side: Side, module: string) => string | undefined) {
  const host = ts.createCompilerHost(options, true);
  const { getSourceFile, fileExists, readFile, directoryExists } = host;
  host.fileExists = (file) => (isOurs(file) ? texts.has(file) : fileExists.call(host, file));
  host.readFile = (file) => (isOurs(file) ? texts.get(file) : readFile.call(host, file));
  host.directoryExists = (name) => isOurs(name) || (directoryExists?.call(host, name) ?? true);
  host.getSourceFile = (file, version, ...rest) => {
    if (isOurs(file)) {
      const text = texts.get(file);
      return text === undefined ? undefined : ourFile(file, text, version);
    }
    if (!packages.has(file)) packages.set(file, getSourceFile.call(host, file, version, ...rest));
    return packages.get(file);
  };
  const cache = ts.createModuleResolutionCache(folder, (name) => name, options);
  host.resolveModuleNameLiterals = (literals, containing, redirected) =>
    literals.map(({ text: name }) => {
      const own = isOurs(containing) && containing !== questionsFile ? entryOf(sideOf(containing), name) : undefined;
      if (own) return { resolvedModule: { resolvedFileName: own, extension: ts.Extension.Dts } };
      const resolved = ts.resolveModuleName(name, containing, options, host, cache, redirected);
      if (
        !resolved.resolvedModule &&
        isOurs(containing) &&
        /^[@\w]/.test(name) &&
        !name.startsWith('shared-contracts/')
      ) {
        throw new Error(`The types of ${name}, which the contracts refer to, are not installed here.`);
      }
      return resolved;
    });
  return host;
}

const parse = (file: string, text: string) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** The rewritten declarations by file. One remote's declarations are compared with several shells. */
const rewritten = new Map<string, { text: string; result: string }>();

/**
 * Turns methods into properties that hold functions. The compiler accepts a method whose parameters ask for more than before, and refuses
 * it of a property.
 */
function withoutMethods(file: string, text: string): string {
  const known = rewritten.get(file);
  if (known?.text === text) return known.result;
  const result = methodsAsProperties(file, text);
  rewritten.set(file, { text, result });
  return result;
}

function methodsAsProperties(file: string, text: string): string {
  const { factory } = ts;
  const { transformed } = ts.transform(parse(file, text), [
    (context) => (tree) => {
      const visit = (node: ts.Node): ts.Node => {
        if (!ts.isMethodSignature(node) || !node.type || isOverload(node))
          return ts.visitEachChild(node, visit, context);
        const { modifiers, name, questionToken, typeParameters, parameters, type } = node;
        const called = factory.createFunctionTypeNode(typeParameters, parameters, type);
        return factory.createPropertySignature(modifiers, name, questionToken, called);
      };
      return ts.visitEachChild(tree, visit, context);
    },
  ]);
  const [tree] = transformed;
  return tree ? ts.createPrinter().printFile(tree) : text;
}

/** Tells whether several methods have this name. They stay methods, since a property has one type only. */
function isOverload({ parent, name }: ts.MethodSignature): boolean {
  const members = parent && (ts.isInterfaceDeclaration(parent) || ts.isTypeLiteralNode(parent)) ? parent.members : [];
  const text = (of: ts.PropertyName | undefined) => (of && ts.isIdentifier(of) ? of.text : undefined);
  return members.filter((member) => text(member.name) === text(name)).length > 1;
}

function membersOf(
  file: ts.SourceFile,
): { declaration: ts.InterfaceDeclaration; names: Map<string, ts.TypeElement> } | undefined {
  const declaration = file.statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === EVENTS.interface,
  );
  if (!declaration) return undefined;
  const named = declaration.members.flatMap((member): [string, ts.TypeElement][] =>
    member.name && (ts.isStringLiteralLike(member.name) || ts.isIdentifier(member.name))
      ? [[member.name.text, member]]
      : [],
  );
  return { declaration, names: new Map(named) };
}

/**
 * Adds the shell's events and slots to the remote's declarations, since code that does not know them still compiles. An event that the
 * remote does not name gets the shell's payload, and the slots are those of both.
 */
function adapted({ taken, offered }: Comparison): Map<string, string> {
  const adaptedTexts = new Map<string, string>();
  const offeredEvents = Object.entries(offered.files)
    .map(([file, text]) => ({ file, found: membersOf(parse(file, text)) }))
    .find(({ found }) => found);
  const slotsNow = offered.entries[SLOTS.module];
  const has = (file: string | undefined, type: string) => Boolean(file && offered.files[file]?.includes(type));
  for (const [file, text] of Object.entries(taken.files)) {
    const tree = parse(file, text);
    const specifier = (of: string) =>
      `${path.relative(path.dirname(fileIn('taken', file)), fileIn('offered', of)).replace(/\.d\.ts$/, '')}`;
    let changed = text;
    const events = membersOf(tree);
    if (events && offeredEvents?.found) {
      const own = taken.events.flatMap((name) => events.names.get(name)?.getText(tree) ?? []);
      const others = [...offeredEvents.found.names.keys()].filter((name) => !taken.events.includes(name));
      const type = `import('${specifier(offeredEvents.file)}').${EVENTS.interface}`;
      const members = [...own, ...others.map((name) => `'${name}': ${type}['${name}'];`)];
      const { members: before } = events.declaration;
      changed = `${text.slice(0, before.pos)}\n${members.join('\n')}\n${text.slice(before.end)}`;
    }
    const alias = parse(file, changed).statements.find(
      (statement): statement is ts.TypeAliasDeclaration =>
        ts.isTypeAliasDeclaration(statement) && statement.name.text === SLOTS.type,
    );
    if (alias && slotsNow && has(slotsNow, SLOTS.type)) {
      const type = `import('${specifier(slotsNow)}').${SLOTS.type}`;
      changed = `${changed.slice(0, alias.type.end)} | ${type}${changed.slice(alias.type.end)}`;
    }
    adaptedTexts.set(fileIn('taken', file), withoutMethods(file, changed));
  }
  return adaptedTexts;
}

interface Question extends Pick<Lack, 'name' | 'from'> {
  line: string;
  /** If true, the remote's type is assigned to the shell's, which may have more. */
  isGiven?: boolean;
}

/**
 * Writes the questions to the compiler, one line each, so that the line of a complaint identifies its question. Each question assigns the
 * shell's version of a name to the version that the remote was built with. The types of values show what remotes read, and the parameters
 * of functions show what they pass.
 */
function questionsOf(program: ts.Program, { taken, offered, names }: Comparison): Question[] {
  const checker = program.getTypeChecker();
  const questions: Question[] = [];
  for (const [index, [module, wanted]] of Object.entries(names).entries()) {
    const [file, counterpart] = [taken.entries[module], offered.entries[module]];
    const declaration = file && program.getSourceFile(fileIn('taken', file));
    const symbol = declaration ? checker.getSymbolAtLocation(declaration) : undefined;
    if (!file || !counterpart || !symbol) throw new Error(`The declarations of ${module} are not in the record.`);
    const [old, now] = [`Old${index}`, `Now${index}`];
    const importOf = (side: Side, of: string, as: string) =>
      `import type * as ${as} from './${side}/${of.replace(/\.d\.ts$/, '')}';`;
    const ask = (name: string, line: string, isGiven = false) => questions.push({ name, from: module, line, isGiven });
    ask('', importOf('taken', file, old));
    ask('', importOf('offered', counterpart, now));
    const exported = new Map(checker.getExportsOfModule(symbol).map((each) => [each.name, each]));
    for (const name of wanted) {
      const found = exported.get(name);
      if (!found) continue;
      const resolved = found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
      const { flags, declarations } = resolved;
      const id = questions.length;
      if (flags & ts.SymbolFlags.Value) {
        const type = literalKind(checker, resolved) ?? `typeof ${old}.${name}`;
        ask(name, `export const value${id}: ${type} = null! as typeof ${now}.${name};`);
      }
      if (flags & ts.SymbolFlags.Type) {
        const parameters = declarations?.map(typeParametersOf).find((each) => each.length > 0) ?? [];
        const filled = parameters.length > 0 ? `<${parameters.map(() => 'any').join(', ')}>` : '';
        const isGiven = module === SLOTS.module && name === SLOTS.type;
        const [to, from] = isGiven ? [now, old] : [old, now];
        ask(name, `export const type${id}: ${to}.${name}${filled} = null! as ${from}.${name}${filled};`);
      }
    }
    // A payload may neither lose a member nor ask for a new one.
    if (module === EVENTS.module && exported.has(EVENTS.interface)) {
      const payload = (side: string, event: string) => `${side}.${EVENTS.interface}['${event}']`;
      for (const event of taken.events) {
        const id = questions.length;
        ask(event, `export const read${id}: ${payload(old, event)} = null! as ${payload(now, event)};`);
        ask(event, `export const given${id}: ${payload(now, event)} = null! as ${payload(old, event)};`, true);
      }
    }
  }
  return questions;
}

const LITERAL =
  ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral | ts.TypeFlags.BigIntLiteral | ts.TypeFlags.BooleanLiteral;

/**
 * Returns 'number' for `const PAGE_SIZE = 20`, since code that reads the constant runs with another value too. Types that are made of the
 * constant keep the value.
 */
function literalKind(checker: ts.TypeChecker, symbol: ts.Symbol): string | undefined {
  if (!(symbol.flags & ts.SymbolFlags.Variable)) return undefined;
  const type = checker.getTypeOfSymbol(symbol);
  // An enum's name is only known in its own file.
  if (type.flags & ts.TypeFlags.EnumLiteral) return undefined;
  return type.flags & LITERAL ? checker.typeToString(checker.getBaseTypeOfLiteralType(type)) : undefined;
}

const typeParametersOf = (declaration: ts.Declaration): readonly ts.TypeParameterDeclaration[] =>
  (ts.isInterfaceDeclaration(declaration) ||
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isClassDeclaration(declaration)) &&
  declaration.typeParameters
    ? declaration.typeParameters
    : [];

/** Returns the innermost reason of a compiler's complaint: 'Property 'x' is missing …'. */
function reasonOf(message: string | ts.DiagnosticMessageChain): string {
  const text = ts.flattenDiagnosticMessageText(message, '\n').replace(/import\("[^"]*"\)\.|(Old|Now)\d+\./g, '');
  return (text.split('\n').at(-1) ?? text).replaceAll(`${folder}${path.sep}`, '').trim();
}

/** The last program. The next one reuses the files that both read. */
let last: ts.Program | undefined;

/**
 * Compares the names that both have, and lists what the remote lacks in the shell.
 * @throws when the types of a package are not installed, or the records lack declarations
 */
export function compareDeclarations(comparison: Comparison): Lack[] {
  const { taken, offered } = comparison;
  const texts = adapted(comparison);
  for (const [file, text] of Object.entries(offered.files)) texts.set(fileIn('offered', file), text);
  const entryOf = (side: Side, module: string) => {
    const file = (side === 'taken' ? taken : offered).entries[module];
    return file && fileIn(side, file);
  };
  const host = hostWith(texts, entryOf);
  const declarations = Object.keys(comparison.names).flatMap((module) => entryOf('taken', module) ?? []);
  const first = ts.createProgram(declarations, options, host, last);
  const questions = questionsOf(first, comparison);
  texts.set(questionsFile, questions.map(({ line }) => line).join('\n'));
  const program = ts.createProgram([...declarations, questionsFile], options, host, first);
  last = program;
  const asked = program.getSourceFile(questionsFile);
  if (!asked) throw new Error('The compiler did not read the questions.');
  const checker = program.getTypeChecker();
  const lossesOf = lossFinder(checker, isOurs);
  const found = new Map<string, Lack>();
  const questionAt = (position = 0) => questions[asked.getLineAndCharacterOfPosition(position).line];
  const add = ({ name = '', from = '' }: Partial<Question> = {}, why: string) => {
    const key = `${from} ${name}`;
    if (!found.has(key)) found.set(key, { name, from, why });
  };
  for (const { start, messageText } of program.getSemanticDiagnostics(asked)) {
    add(questionAt(start), reasonOf(messageText));
  }
  for (const statement of asked.statements) {
    const question = questionAt(statement.getStart());
    if (!ts.isVariableStatement(statement) || question?.isGiven) continue;
    for (const { type, initializer } of statement.declarationList.declarations) {
      if (!type || !initializer) continue;
      const [before, after] = [checker.getTypeFromTypeNode(type), checker.getTypeAtLocation(initializer)];
      const lost = lossesOf(before, after).map((name) => `'${name}'`);
      if (lost.length > 0) add(question, `${lost.join(', ')} ${lost.length === 1 ? 'is' : 'are'} gone.`);
    }
  }
  return [...found.values()];
}
