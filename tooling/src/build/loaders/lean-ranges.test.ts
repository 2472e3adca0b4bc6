/** The ranges of the shell's runtime are those of the package, with which a release is decided on. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { satisfy as ofPackage } from '@module-federation/runtime';
import fc from 'fast-check';
import ts from 'typescript';
import { root } from '../apps';
import rangesWith from './lean-ranges.cjs';

const semver = path.join(root, 'node_modules/@module-federation/runtime-core/dist/utils/semver');

let satisfy: typeof ofPackage;
beforeAll(async () => {
  const exports: { compare?: Parameters<typeof rangesWith>[0] } = {};
  const source = await readFile(path.join(semver, 'compare.js'), 'utf8');
  new Function('exports', ts.transpile(source, { module: ts.ModuleKind.CommonJS }))(exports);
  if (!exports.compare) throw new Error('compare.js exports no compare.');
  satisfy = rangesWith(exports.compare);
});

const joined = <Part>(separator: string, ...parts: fc.Arbitrary<Part>[]) =>
  fc.tuple(...parts).map((all) => all.join(separator));
const number = fc.oneof(fc.constantFrom('0', '1', '2'), fc.nat(30).map(String));
const numberOrAny = fc.oneof({ weight: 5, arbitrary: number }, fc.constantFrom('x', 'X', '*'));
const identifiers = fc
  .array(fc.constantFrom('alpha', 'beta', 'rc', '0', '1', '10', 'x-y'), { minLength: 1, maxLength: 3 })
  .map((all) => all.join('.'));
const tail = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  identifiers.map((all) => `-${all}`),
);
const build = fc.oneof(
  { weight: 5, arbitrary: fc.constant('') },
  identifiers.map((all) => `+${all}`),
);
const whole = joined('', joined('.', number, number, number), tail);
const version = joined('', whole, build);
const partial = fc.oneof(
  { weight: 4, arbitrary: whole },
  numberOrAny,
  joined('.', numberOrAny, numberOrAny),
  joined('', joined('.', numberOrAny, numberOrAny, numberOrAny), tail),
);
const operator = fc.constantFrom('', '=', '^', '~', '~>', '>', '>=', '<', '<=');
const comparator = joined('', operator, partial);
const list = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.array(comparator, { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')),
  },
  // Of several with a space, the package joins some to what follows.
  joined(' ', operator, partial),
  joined(' - ', partial, partial),
  fc.constantFrom('', '*', 'latest', 'workspace:*', '1.2.3.4', '^01.2', '>='),
);
const range = fc.array(list, { minLength: 1, maxLength: 2 }).map((all) => all.join(' || '));

test('the code is shorter than the files that it stands in for', async () => {
  const files = ['index.js', 'parser.js', 'constants.js', 'utils.js'].map((file) => path.join(semver, file));
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  expect(String(rangesWith).length).toBeLessThan(texts.join('').length / 2);
});

test('the text of the function is all that it needs', () => {
  const evaluated: typeof rangesWith = new Function(`return (${rangesWith});`)();
  expect(evaluated(() => true)('1.3.0', '^1.2.0')).toBe(true);
});

test('any version is in any range where the package says so', () => {
  fc.assert(
    fc.property(version, range, (each, of) => {
      expect([each, of, satisfy(each, of)]).toEqual([each, of, ofPackage(each, of)]);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ['1.3.0', '^1.2.0', true],
  ['2.0.0', '^1.2.0', false],
  ['2.0.0-beta.1', '^1.2.0', false],
  ['1.2.0-beta.1', '^1.2.0', false],
  ['19.3.1', '^19.3.0 || ^20', true],
  ['0.3.0', '^0.2.1', false],
  ['0.2.9', '^0.2.1', true],
  ['1.4.9', '~1.4', true],
  ['1.5.0', '~1.4', false],
  ['1.5.0', '1.2 - 1.5', true],
  ['1.2', '^1.2.0', false],
  ['latest', '*', false],
  ['', '*', false],
])("%j is in %j: %j, here and in the package's own", (each, of, expected) => {
  expect([satisfy(each, of), ofPackage(each, of)]).toEqual([expected, expected]);
});
