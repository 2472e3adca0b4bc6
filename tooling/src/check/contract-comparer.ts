/**
 * Whether code that was written against the released declarations of shared-contracts would still compile against today's
 * sources. A remote is built against one contract and runs on another, so the question is the compiler's.
 */
import path from 'node:path';
import ts from 'typescript';
import {
  assetTypes,
  type ContractRelease,
  compilerOptions,
  contracts,
  manifestOf,
  released,
  sources,
  tokensFile,
  tokensIn,
} from './contract-files';

/** Never written: the questions put to the compiler. */
const questionsFile = path.join(contracts, 'questions.ts');

/** The vocabulary of events grows: a new name breaks no code that does not know it. */
const EVENTS = { entry: './events', file: 'events/events', interface: 'ShellEvents' };
/** Likewise the names of slots, which a remote gives and never has to tell apart. */
const SLOTS = { entry: './remote', file: 'remote/manifest', type: 'SlotName' };
/** What remotes call. */
const CALLED = ['client/index', 'events/event-store'];

/** The declarations of packages, which stay as they are: most of what the compiler reads, and read once for all comparisons. */
const packages = new Map<string, ts.SourceFile | undefined>();

/** A compiler host that reads some files from memory; `texts` by absolute path. */
function hostWith(options: ts.CompilerOptions, texts: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(options, true);
  const { getSourceFile, fileExists, readFile: read } = host;
  const ours = new Map<string, ts.SourceFile | undefined>();
  host.fileExists = (file) => texts.has(file) || fileExists.call(host, file);
  host.readFile = (file) => texts.get(file) ?? read.call(host, file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = texts.get(file);
    if (text !== undefined) return ts.createSourceFile(file, text, version, true);
    const parsed = file.includes('/node_modules/') ? packages : ours;
    if (!parsed.has(file)) parsed.set(file, getSourceFile.call(host, file, version, ...rest));
    return parsed.get(file);
  };
  return host;
}

/** How the questions import a file. */
const specifierOf = (file: string) => `./${path.relative(contracts, file).replace(/(\.d)?\.tsx?$/, '')}`;

const parse = (file: string, text: string) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest);

function eventNames(file: string, text: string): string[] {
  const found = parse(file, text).statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) && statement.name.text === EVENTS.interface,
  );
  return (found?.members ?? []).flatMap(({ name }) => (name && ts.isStringLiteralLike(name) ? [name.text] : []));
}

/** A method may ask for more than it did, says the compiler; a property that holds a function may not. */
function withoutMethods(file: string, text: string): string {
  const { factory } = ts;
  const { transformed } = ts.transform(parse(file, text), [
    (context) => (tree) => {
      const visit = (node: ts.Node): ts.Node => {
        if (!ts.isMethodSignature(node) || !node.type) return ts.visitEachChild(node, visit, context);
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

/** The declarations, in which a type alias has the members of another type besides its own. */
function withMembers(file: string, text: string, alias: string, other: string): string {
  const found = parse(file, text).statements.find(
    (statement): statement is ts.TypeAliasDeclaration =>
      ts.isTypeAliasDeclaration(statement) && statement.name.text === alias,
  );
  if (!found) return text;
  return `${text.slice(0, found.type.end)} | ${other}${text.slice(found.type.end)}`;
}

interface Questions {
  lines: string[];
  /** What each line is about, 'events: publish'. */
  about: string[];
}

/**
 * The questions put to the compiler, a line each, so that a complaint tells which: each released export, assigned from
 * today's. A type shows what remotes read, a function's parameters what they give.
 */
function questions(program: ts.Program, { entries }: ContractRelease): Questions {
  const checker = program.getTypeChecker();
  const lines: string[] = [];
  const about: string[] = [];
  const ask = (name: string, line: string) => {
    about.push(name);
    lines.push(line);
  };
  for (const [index, [subpath, file]] of Object.entries(entries).entries()) {
    const entry = subpath.slice(2);
    const declaration = program.getSourceFile(path.join(released, `${file}.d.ts`));
    const module = declaration && checker.getSymbolAtLocation(declaration);
    if (!module) throw new Error(`The released declarations have no module ${file}.d.ts.`);
    const [old, now] = [`Old${index}`, `Now${index}`];
    ask(entry, `import type * as ${old} from '${specifierOf(path.join(released, file))}';`);
    ask(entry, `import type * as ${now} from '${specifierOf(path.join(sources, file))}';`);
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const name = `${entry}: ${exported.name}`;
      const id = lines.length;
      if (symbol.flags & ts.SymbolFlags.Value) {
        const type = (namespace: string) => `typeof ${namespace}.${exported.name}`;
        ask(name, `export const value${id}: ${type(old)} = null! as ${type(now)};`);
      }
      if (symbol.flags & ts.SymbolFlags.Type) {
        const parameters = symbol.declarations?.map(typeParametersOf).find((found) => found.length > 0) ?? [];
        const filled = parameters.length > 0 ? `<${parameters.map(() => 'any').join(', ')}>` : '';
        const type = (namespace: string) => `${namespace}.${exported.name}${filled}`;
        const isGiven = subpath === SLOTS.entry && exported.name === SLOTS.type;
        const [wanted, given] = isGiven ? [now, old] : [old, now];
        ask(name, `export const type${id}: ${type(wanted)} = null! as ${type(given)};`);
      }
    }
    // One remote publishes and another subscribes: a payload may neither lose nor newly ask for anything.
    if (subpath === EVENTS.entry) {
      const payloads = (namespace: string) => `${namespace}.${EVENTS.interface}`;
      ask(
        'events: payloads',
        `export const payloads: { [K in keyof ${payloads(now)}]: ${payloads(now)}[K] } = null! as ${payloads(old)};`,
      );
    }
  }
  return { lines, about };
}

const typeParametersOf = (declaration: ts.Declaration): readonly ts.TypeParameterDeclaration[] =>
  (ts.isInterfaceDeclaration(declaration) ||
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isClassDeclaration(declaration)) &&
  declaration.typeParameters
    ? declaration.typeParameters
    : [];

/** 'Property 'x' is missing …', the innermost reason of a compiler's complaint. */
function reasonOf(message: string | ts.DiagnosticMessageChain): string {
  const text = ts.flattenDiagnosticMessageText(message, '\n').replace(/import\("[^"]*"\)\./g, '');
  return (text.split('\n').at(-1) ?? text).trim();
}

function namesLost(checker: ts.TypeChecker, before: ts.Type, after: ts.Type): string[] {
  if (checker.isArrayLikeType(before) || !(before.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return [];
  const left = new Set(checker.getPropertiesOfType(after).map(({ name }) => name));
  return checker
    .getPropertiesOfType(before)
    .map(({ name }) => name)
    .filter((name) => !left.has(name));
}

/**
 * Options that callers could give and that no code reads any more. The compiler allows the assignment (more properties
 * than asked for), yet code that gives them does not compile, and what they did is gone.
 */
function lostOptions(checker: ts.TypeChecker, before: ts.Type, after: ts.Type, at: ts.Node): string[] {
  const lost = namesLost(checker, before, after);
  for (const [index, signature] of checker.getSignaturesOfType(before, ts.SignatureKind.Call).entries()) {
    const now = checker.getSignaturesOfType(after, ts.SignatureKind.Call)[index];
    for (const [position, parameter] of signature.getParameters().entries()) {
      const counterpart = now?.getParameters()[position];
      if (!counterpart) continue;
      const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, at));
      const next = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(counterpart, at));
      lost.push(...namesLost(checker, type, next));
    }
  }
  return lost;
}

/**
 * Compares sources with the released contract; what the compiler read is remembered between calls.
 * @returns a function of files that read otherwise, by path under shared-contracts. It returns what code written against
 *   the release would miss, a sentence each.
 */
export function contractComparer(record: ContractRelease): (changes?: ReadonlyMap<string, string>) => string[] {
  const options = compilerOptions();
  const texts = new Map<string, string>();
  const host = hostWith(options, texts);
  const declarations = Object.values(record.entries).map((file) => path.join(released, `${file}.d.ts`));
  const eventsBefore = path.join(released, `${EVENTS.file}.d.ts`);
  const eventsNow = path.join(sources, `${EVENTS.file}.ts`);
  const slotsBefore = path.join(released, `${SLOTS.file}.d.ts`);
  const slotsNow = path.join(sources, SLOTS.file);
  const called = CALLED.map((file) => path.join(released, `${file}.d.ts`));
  let program = ts.createProgram(declarations, options, host);
  const { lines, about } = questions(program, record);

  /** @throws when there is no such file: the comparison would pass for want of something to compare with */
  const read = (file: string): string => {
    const text = host.readFile(file);
    if (text === undefined) throw new Error(`${path.relative(contracts, file)} is missing.`);
    return text;
  };

  /** The released vocabulary learns the names that are new. */
  function newEvents(): string[] {
    if (!record.entries[EVENTS.entry]) return [];
    const known = new Set(eventNames(eventsBefore, read(eventsBefore)));
    const names = eventNames(eventsNow, read(eventsNow)).filter((name) => !known.has(name));
    const now = `import('${specifierOf(eventsNow)}').${EVENTS.interface}`;
    return [
      `declare module '${specifierOf(eventsBefore)}' {`,
      `  interface ${EVENTS.interface} {`,
      ...names.map((name) => `    '${name}': ${now}['${name}'];`),
      '  }',
      '}',
    ];
  }

  /** What is told by name: an entry point, a design token. */
  function gone(): string[] {
    const { exports } = manifestOf(read(path.join(contracts, 'package.json')));
    const tokens = new Set(tokensIn(read(tokensFile)));
    return [
      ...Object.keys(record.entries).filter((subpath) => !exports[subpath]),
      ...record.tokens.filter((token) => !tokens.has(token)),
    ].map((name) => `${name.replace('./', '')}: it is gone.`);
  }

  return function breaks(changes = new Map()) {
    texts.clear();
    for (const [file, changed] of changes) texts.set(path.join(contracts, file), changed);
    const now = path.relative(path.dirname(slotsBefore), slotsNow);
    texts.set(slotsBefore, withMembers(slotsBefore, read(slotsBefore), SLOTS.type, `import('${now}').${SLOTS.type}`));
    for (const file of called) texts.set(file, withoutMethods(file, read(file)));
    texts.set(questionsFile, [...lines, ...newEvents()].join('\n'));
    program = ts.createProgram([...declarations, questionsFile, assetTypes], options, host, program);
    const asked = program.getSourceFile(questionsFile);
    if (!asked) throw new Error('The compiler did not read the questions.');
    const checker = program.getTypeChecker();
    const subjectAt = (position = 0) => about[asked.getLineAndCharacterOfPosition(position).line];
    const found = program
      .getSemanticDiagnostics(asked)
      .map(({ start, messageText }) => `${subjectAt(start)}: ${reasonOf(messageText)}`);
    for (const statement of asked.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { type, initializer } of statement.declarationList.declarations) {
        if (!type || !initializer) continue;
        const [before, after] = [checker.getTypeFromTypeNode(type), checker.getTypeAtLocation(initializer)];
        const lost = lostOptions(checker, before, after, statement).map((option) => `'${option}'`);
        if (lost.length > 0)
          found.push(`${subjectAt(statement.getStart())}: nothing takes ${lost.join(', ')} any more.`);
      }
    }
    return [...gone(), ...found];
  };
}
