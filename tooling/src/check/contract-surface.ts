// What shared-contracts offers, compared with its last release. A remote is built against one contract and runs on
// another, so the question is the compiler's: would code that was written against the released declarations still
// compile against today's sources?
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readJson, root } from '../build/apps';

const ts = createRequire(import.meta.url)('typescript');

const contracts = path.join(root, 'shared-contracts');
const sources = path.join(contracts, 'src');
const released = path.join(contracts, 'released');
const tokensFile = path.join(sources, 'ui', 'tokens.css');
/** The tests' own, and the API's: no part that is released alone is built against them. */
const NOT_SHARED = new Set(['./testing', './schemas']);
/** Never written: the questions put to the compiler. */
const questionsFile = path.join(contracts, 'questions.ts');

/** The entry points that are code, './events' → 'events/index'. */
function entryPoints({ exports }) {
  return Object.entries(exports)
    .filter(([subpath, file]) => /\.tsx?$/.test(file) && !NOT_SHARED.has(subpath))
    .map(([subpath, file]) => [subpath, file.replace('./src/', '').replace(/\.tsx?$/, '')]);
}

function compilerOptions() {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  return { ...options, types: ['node'], noUnusedLocals: false, noUnusedParameters: false };
}

/** A compiler host that reads some files from memory; `texts` by absolute path. */
function hostWith(options, texts) {
  const host = ts.createCompilerHost(options, true);
  const { getSourceFile, fileExists, readFile: read } = host;
  const parsed = new Map();
  host.fileExists = (file) => texts.has(file) || fileExists.call(host, file);
  host.readFile = (file) => texts.get(file) ?? read.call(host, file);
  host.getSourceFile = (file, ...rest) => {
    const text = texts.get(file);
    if (text !== undefined) return ts.createSourceFile(file, text, rest[0], true);
    if (!parsed.has(file)) parsed.set(file, getSourceFile.call(host, file, ...rest));
    return parsed.get(file);
  };
  return host;
}

/**
 * The declarations of every file that an entry point reaches, by path under src/.
 * @returns {Promise<Map<string, string>>}
 */
export async function currentDeclarations() {
  const options = {
    ...compilerOptions(),
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    removeComments: true,
  };
  const manifest = await readJson(contracts, 'package.json');
  const entries = entryPoints(manifest).map(([, file]) =>
    ['.ts', '.tsx'].map((extension) => path.join(sources, `${file}${extension}`)).find(existsSync),
  );
  const program = ts.createProgram([...entries, path.join(root, 'types/assets.d.ts')].filter(existsSync), {
    ...options,
    outDir: released,
    rootDir: sources,
  });
  const declarations = new Map();
  program.emit(undefined, (file, text) => declarations.set(path.relative(released, file), text));
  return declarations;
}

/** The names of the design tokens, sorted. */
export function tokensIn(styles) {
  return [...new Set([...styles.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name))].sort();
}

/** What the last release offered: its version, entry points and tokens; undefined before the first. */
export function readReleased() {
  const file = path.join(released, 'release.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Keeps today's surface as the released one. */
export async function keepAsReleased() {
  const manifest = await readJson(contracts, 'package.json');
  const declarations = await currentDeclarations();
  await rm(released, { recursive: true, force: true });
  for (const [file, text] of declarations) {
    await mkdir(path.dirname(path.join(released, file)), { recursive: true });
    await writeFile(path.join(released, file), text);
  }
  const record = {
    version: manifest.version,
    entries: Object.fromEntries(entryPoints(manifest)),
    tokens: tokensIn(await readFile(tokensFile, 'utf8')),
  };
  await writeFile(path.join(released, 'release.json'), `${JSON.stringify(record, null, 2)}\n`);
  return manifest.version;
}

const specifier = (from, file) => `./${path.relative(path.dirname(from), file)}`;

/** The vocabulary of events is one that grows: what is new in it breaks nobody who does not know it. */
const EVENTS = { entry: './events', file: 'events/events', interface: 'ShellEvents' };
/** Likewise the names of slots, which a remote gives and never has to tell apart. */
const SLOTS = { entry: './remote', file: 'remote/manifest', type: 'SlotName' };

function eventNames(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === EVENTS.interface,
  );
  return (found?.members ?? []).map(({ name }) => name?.text).filter(Boolean);
}

/**
 * The questions put to the compiler, a line each, so that a complaint tells which: each released export, assigned from
 * today's. A type answers for what remotes read, a function's parameters for what they give.
 */
function questions(checker, program, record) {
  const lines = [];
  const about = [];
  const ask = (name, line) => {
    about.push(name);
    lines.push(line);
  };
  for (const [index, [subpath, file]] of Object.entries(record.entries).entries()) {
    const declaration = program.getSourceFile(path.join(released, `${file}.d.ts`));
    const [old, now] = [`Old${index}`, `Now${index}`];
    ask(subpath.slice(2), `import type * as ${old} from '${specifier(questionsFile, path.join(released, file))}';`);
    ask(subpath.slice(2), `import type * as ${now} from '${specifier(questionsFile, path.join(sources, file))}';`);
    for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(declaration))) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const name = `${subpath.slice(2)}: ${exported.name}`;
      const id = lines.length;
      if (symbol.flags & ts.SymbolFlags.Value) {
        const type = (module) => `typeof ${module}.${exported.name}`;
        ask(name, `export const value${id}: ${type(old)} = null! as ${type(now)};`);
      }
      if (symbol.flags & ts.SymbolFlags.Type) {
        const parameters = symbol.declarations?.find(({ typeParameters }) => typeParameters)?.typeParameters ?? [];
        const filled = parameters.length > 0 ? `<${parameters.map(() => 'any').join(', ')}>` : '';
        const type = (module) => `${module}.${exported.name}${filled}`;
        const isGiven = subpath === SLOTS.entry && exported.name === SLOTS.type;
        const [wanted, given] = isGiven ? [now, old] : [old, now];
        ask(name, `export const type${id}: ${type(wanted)} = null! as ${type(given)};`);
      }
    }
    // One remote publishes and another hears: a payload may neither lose nor newly ask for anything.
    if (subpath === EVENTS.entry) {
      const payloads = (module) => `${module}.${EVENTS.interface}`;
      ask(
        'events: payloads',
        `export const payloads: { [K in keyof ${payloads(now)}]: ${payloads(now)}[K] } = null! as ${payloads(old)};`,
      );
    }
  }
  return { lines, about };
}

/** What remotes call. */
const CALLED = ['client/index', 'events/event-store'];

/** A method may ask for more than it did, says the compiler; a property that holds a function may not. */
const withoutMethods = (text) => text.replace(/^( +)(\w+)((?:<.*?>)?\(.*\)): (.+);$/gm, '$1$2: $3 => $4;');

/** 'Property 'x' is missing …', the innermost reason of a compiler's complaint. */
function reasonOf(message) {
  const text = ts.flattenDiagnosticMessageText(message, '\n').replace(/import\("[^"]*"\)\./g, '');
  return text.split('\n').at(-1).trim();
}

function namesLost(checker, before, after) {
  if (checker.isArrayLikeType(before) || !(before.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return [];
  const kept = new Set(checker.getPropertiesOfType(after).map(({ name }) => name));
  return checker
    .getPropertiesOfType(before)
    .map(({ name }) => name)
    .filter((name) => !kept.has(name));
}

/**
 * Options that callers could give and that nobody reads any more. The compiler allows the assignment (more properties
 * than asked for), yet code that gives them does not compile, and what they did is gone.
 */
function lostOptions(checker, before, after, at) {
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
 * Compares sources with the released contract; what the compiler read is kept between calls.
 * @param {{entries: Record<string, string>, tokens: string[]}} record of the release
 */
export function contractComparer(record) {
  const options = compilerOptions();
  const texts = new Map();
  const host = hostWith(options, texts);
  const declarations = Object.values(record.entries).map((file) => path.join(released, `${file}.d.ts`));
  const eventsBefore = path.join(released, `${EVENTS.file}.d.ts`);
  const eventsNow = path.join(sources, `${EVENTS.file}.ts`);
  const called = CALLED.map((file) => path.join(released, `${file}.d.ts`));
  const slotsFile = path.join(released, `${SLOTS.file}.d.ts`);
  let program = ts.createProgram(declarations, options, host);
  const { lines, about } = questions(program.getTypeChecker(), program, record);

  /** The released vocabulary learns the names that are new. */
  function newEvents() {
    if (!record.entries[EVENTS.entry]) return [];
    const known = new Set(eventNames(eventsBefore, host.readFile(eventsBefore)));
    const names = eventNames(eventsNow, host.readFile(eventsNow)).filter((name) => !known.has(name));
    const now = `import('${specifier(questionsFile, eventsNow).replace(/\.ts$/, '')}').${EVENTS.interface}`;
    return [
      `declare module '${specifier(questionsFile, eventsBefore).replace(/\.d\.ts$/, '')}' {`,
      `  interface ${EVENTS.interface} {`,
      ...names.map((name) => `    '${name}': ${now}['${name}'];`),
      '  }',
      '}',
    ];
  }

  /** The released declaration of slots, with the names that are new among its own. */
  function slotsBefore() {
    const union = new RegExp(`(type ${SLOTS.type} = )([^;]+);`);
    const [before, now] = [slotsFile, path.join(sources, `${SLOTS.file}.ts`)].map((file) => host.readFile(file));
    const names = now.match(union)?.[2] ?? 'never';
    return before.replace(union, (_all, start, known) => `${start}${known} | ${names};`);
  }

  /** What is told by name: an entry point, a design token. */
  function gone() {
    const { exports } = JSON.parse(host.readFile(path.join(contracts, 'package.json')));
    const tokens = new Set(tokensIn(host.readFile(tokensFile)));
    return [
      ...Object.keys(record.entries).filter((subpath) => !exports[subpath]),
      ...record.tokens.filter((token) => !tokens.has(token)),
    ].map((name) => `${name.replace('./', '')}: it is gone.`);
  }

  /**
   * @param {Map<string, string>} [changes] files that read otherwise, by path under shared-contracts
   * @returns {string[]} what code written against the release would miss, a sentence each
   */
  return function breaks(changes = new Map()) {
    texts.clear();
    for (const [file, changed] of changes) texts.set(path.join(contracts, file), changed);
    texts.set(slotsFile, slotsBefore());
    for (const file of called) texts.set(file, withoutMethods(host.readFile(file)));
    texts.set(questionsFile, [...lines, ...newEvents()].join('\n'));
    const roots = [...declarations, questionsFile, path.join(root, 'types/assets.d.ts')];
    program = ts.createProgram(roots, options, host, program);
    const asked = program.getSourceFile(questionsFile);
    const checker = program.getTypeChecker();
    const lineOf = (position) => asked.getLineAndCharacterOfPosition(position).line;
    const found = program
      .getSemanticDiagnostics(asked)
      .map(({ start, messageText }) => `${about[lineOf(start)]}: ${reasonOf(messageText)}`);
    for (const statement of asked.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      const [{ type, initializer }] = statement.declarationList.declarations;
      const [before, after] = [checker.getTypeFromTypeNode(type), checker.getTypeAtLocation(initializer)];
      const lost = lostOptions(checker, before, after, statement).map((option) => `'${option}'`);
      if (lost.length > 0)
        found.push(`${about[lineOf(statement.getStart())]}: nothing takes ${lost.join(', ')} any more.`);
    }
    return [...gone(), ...found];
  };
}

/** What code that was written against the release would miss today, and whether anything differs from it at all. */
export async function compareWithReleased(record) {
  const breaks = contractComparer(record)();
  const now = await currentDeclarations();
  const before = await readDeclarations();
  const tokens = tokensIn(await readFile(tokensFile, 'utf8'));
  const isSame =
    now.size === before.size &&
    [...now].every(([file, text]) => before.get(file) === text) &&
    tokens.join() === record.tokens.join();
  return { breaks, isChanged: !isSame };
}

async function readDeclarations() {
  const entries = await readdir(released, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.name.endsWith('.d.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(files.map(async (file) => [path.relative(released, file), await readFile(file, 'utf8')])),
  );
}

/**
 * Why this version must not follow the released one; undefined when it may.
 * @param {{released: string, version: string, breaks: string[], isChanged: boolean}} step
 */
export function versionProblem({ released: before, version, breaks, isChanged }) {
  const [major, minor, patch] = version.split('.').map(Number);
  const [majorBefore, minorBefore, patchBefore] = before.split('.').map(Number);
  const steps = { major: `${majorBefore + 1}.0.0`, minor: `${majorBefore}.${minorBefore + 1}.0` };
  const order = major - majorBefore || minor - minorBefore || patch - patchBefore;
  if (order < 0) return `shared-contracts ${version} is older than the released ${before}.`;
  if (breaks.length > 0 && major === majorBefore) {
    return `shared-contracts ${version} breaks what was built against ${before}, so it has to be ${steps.major}:\n${breaks.join('\n')}`;
  }
  if (isChanged && major === majorBefore && minor === minorBefore) {
    return `shared-contracts ${version} offers something else than ${before} did, so it has to be ${steps.minor} at least.`;
  }
  return undefined;
}

/** @returns {Promise<string[]>} problems, a sentence each */
export async function checkContract() {
  const record = readReleased();
  if (!record) return ['No release of shared-contracts is kept; run: npm run contract -- --keep'];
  const { version } = await readJson(contracts, 'package.json');
  const problem = versionProblem({ released: record.version, version, ...(await compareWithReleased(record)) });
  return problem ? [problem] : [];
}
