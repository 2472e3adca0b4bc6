// The settings' schema is what the product reads and what its documents say.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { environmentExample, settingsPage } from '../../../api/src/settings/print';
import { described, patterns, settings } from '../../../api/src/settings/settings';
import { root } from '../build/apps';
import { type EnvironmentReadings, environmentReadings, type SourceText } from './environment-readings';

/** Variables that are no settings of the product. A * is any text. */
const NOT_SETTINGS = {
  CI: 'the public CI sets it: fewer retries, no hooks',
  PATH: "the system's",
  NODE_ENV: 'webpack replaces it with the mode of a build',
  NODE_OPTIONS: "Node's own",
  FEDERATION_WEBPACK_PATH: "webpack.shared.js sets it for federation's plugins",
  INIT_CWD: 'npm sets it: the folder in which a command was typed',
  'npm_*': 'npm sets them',
  'JEST_*': 'jest sets them',
  'TEST_*': "the tests' own",
  'E2E_*': "the journeys' own",
};

/** Readings of names that no source holds: the functions that do it, and why. */
const FREE_NAMES = {
  'api/src/config.ts secret': "a venue's document holds the name (see patterns)",
  'api/src/modules/payments/settle/venue-keys.ts isSet': 'the same name',
};

const isProduct = (file: string) =>
  /\.([cm]?js|tsx?)$/.test(file) &&
  !/\/(node_modules|dist|testing|released)\//.test(file) &&
  !/\.(test|spec|testing)\.[jt]sx?$/.test(file);

function filesUnder(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesUnder(file);
    return isProduct(file) ? [file] : [];
  });
}

const PRODUCT = [
  'api',
  'host',
  'pay-sandbox',
  'registry',
  'remotes',
  'scripts',
  'shared-contracts/src',
  'testing',
  'tooling/src',
];
const sources = (): SourceText[] =>
  [...PRODUCT.flatMap(filesUnder), 'webpack.shared.js']
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
    // A file without these words has no reading, and parsing all of them takes long.
    .filter(({ text }) => /\benv\b|environment|readSetting|readText|readPort/i.test(text));

const matches = (pattern: string, name: string) =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(name.replace(/\*$/, '')) || pattern === name;
const isListed = (name: string) =>
  [settings, patterns].some((list) => Object.keys(list).some((each) => matches(each, name)));
const isOther = (name: string) => Object.keys(NOT_SETTINGS).some((each) => matches(each, name));

/** One line a reading that nothing lists. */
function problemsOf({ readings, unknown }: EnvironmentReadings): string[] {
  return [
    ...readings
      .filter(({ name }) => !isListed(name) && !isOther(name))
      .map(({ file, line, name }) => `${file}:${line} reads ${name}, which api/src/settings/settings.ts does not list`),
    ...unknown
      .filter(({ file, inside }) => !(`${file} ${inside}` in FREE_NAMES))
      .map(({ file, line, text }) => `${file}:${line} reads a variable whose name is not in the source: ${text}`),
  ];
}

const PRINTED = { 'docs/reference/settings.md': settingsPage, '.env.example': environmentExample };

test.each(Object.entries(PRINTED))('%s is what `npm run settings` prints', (file, print) => {
  expect(readFileSync(path.join(root, file), 'utf8')).toBe(print());
});

test('.env.example sets nothing, and has no value of a secret', () => {
  const lines = environmentExample().split('\n');
  expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  const secrets = Object.entries(settings)
    .filter(([, schema]) => described.get(schema)?.secret)
    .map(([name]) => name);
  expect(secrets).toEqual(expect.arrayContaining(['DATABASE_URL', 'SMTP_URL', 'REGISTRY_KEY', 'RELEASE_TOKEN']));
  expect(secrets.filter((name) => !lines.includes(`#${name}=`))).toEqual([]);
});

test('every setting that the product reads is in the schema, and every one of the schema is read', () => {
  const found = environmentReadings(sources());
  expect(problemsOf(found)).toEqual([]);
  const read = new Set(found.readings.map(({ name }) => name));
  expect(Object.keys(settings).filter((name) => !read.has(name))).toEqual([]);
});

const planted = {
  'process.env.X': 'const a = process.env.PLANTED;',
  "process.env['X']": "const a = process.env['PLANTED'];",
  'a template': 'const a = process.env[`PLANTED`];',
  'a reformatted one': 'const a = (\n  process\n    .env as Environment\n)\n  ?.PLANTED!;',
  'globalThis.process': 'const a = globalThis.process.env.PLANTED;',
  destructuring: 'const { PATH, PLANTED: a } = process.env;',
  'destructuring with a default': "const { 'PLANTED': a = '1' } = process.env;",
  'destructuring in a parameter': 'function f({ PLANTED } = process.env) {}',
  'another name': 'const settings = process.env; const a = settings.PLANTED;',
  'a copy': 'const all = { ...process.env, A: 1 }; const a = all.PLANTED;',
  'a default argument': 'const f = (given = process.env) => given.PLANTED;',
  'an environment as an argument': 'function f(environment) { return environment.PLANTED; }',
  'env of node:process': "import { env as found } from 'node:process'; const a = found.PLANTED;",
  'env of process': 'const { env: found } = process; const a = found.PLANTED;',
  'the question whether it is there': "const a = 'PLANTED' in process.env;",
  'a function that is given the name': "function f(name) { return process.env[name]; } f('PLANTED');",
  'a function that passes the name on':
    "const f = (name) => process.env[name]; const g = (a, name) => f(name); g(1, 'PLANTED');",
  'a list of names': "for (const name of ['PATH', 'PLANTED']) process.env[name];",
};

test.each(Object.entries(planted))('a reading that is not listed is found: %s', (_what, text) => {
  expect(problemsOf(environmentReadings([{ file: 'api/src/planted.ts', text }]))).toEqual([
    expect.stringMatching(/^api\/src\/planted\.ts:\d+ reads PLANTED, which .* does not list$/),
  ]);
});

test('a reading with the reader of the configuration, or of the tools, is found in another file', () => {
  const text = "import { readSetting } from './settings/settings';\nreadSetting(environment, 'PLANTED');";
  const tool = "import { readPort as port } from '../site/site';\nport('PLANTED_PORT', 1);";
  const found = environmentReadings([
    { file: 'api/src/planted.ts', text },
    { file: 'tooling/src/commands/planted.ts', text: tool },
    ...sources(),
  ]);
  expect(problemsOf(found)).toEqual([
    'api/src/planted.ts:2 reads PLANTED, which api/src/settings/settings.ts does not list',
    'tooling/src/commands/planted.ts:2 reads PLANTED_PORT, which api/src/settings/settings.ts does not list',
  ]);
});

test('a reading whose name the source does not tell is found', () => {
  const text = 'const a = process.env[names[0]];';
  expect(problemsOf(environmentReadings([{ file: 'scripts/planted.mjs', text }]))).toEqual([
    'scripts/planted.mjs:1 reads a variable whose name is not in the source: process.env[names[0]]',
  ]);
});
