import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { messagesIn } from './messages';

const directory = mkdtempSync(path.join(os.tmpdir(), 'foodhall-messages-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Reads one file with these lines, which may call t, plural and rich. */
function read(...lines: string[]) {
  const file = path.join(directory, 'screen.tsx');
  writeFileSync(file, ["import { plural, rich, t } from '../words';", ...lines].join('\n'));
  const { keys, problems } = messagesIn([file]);
  return { keys: [...keys.keys()], problems: problems.map(({ line, problem }) => `${line}: ${problem}`) };
}

test('each literal text is a message', () => {
  const source = ["const a = () => t('Your cart');", "const b = (n: string) => t('Table {n}', { n });"];
  expect(read(...source)).toEqual({ keys: ['Your cart', 'Table {n}'], problems: [] });
});

test('a plural is the ICU message of its forms', () => {
  expect(read("const a = (n: number) => plural(n, { one: '# order', other: '# orders' });").keys).toEqual([
    '{count, plural, one {# order} other {# orders}}',
  ]);
});

test('a function of another module is not a message', () => {
  expect(read("import { t as other } from 'elsewhere';", "const a = () => other('x');").keys).toEqual([]);
});

test.each([
  [
    'a variable',
    'const a = (text: string) => t(text);',
    "2: t needs its text as a literal, since that is the message's key.",
  ],
  [
    'a text in pieces',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source of the test
    'const a = (n: number) => t(`Table ${n}`);',
    "2: t needs its text as a literal, since that is the message's key.",
  ],
  ['a call at once', "const a = t('Now');", '2: t runs before any translation is loaded: call it in a function.'],
  ['text in a screen', 'const A = () => <p>Hello there</p>;', '2: Hello there is text outside of a message.'],
  ['text for a screen reader', 'const A = () => <b aria-label="Close" />;', '2: "Close" is text outside of a message.'],
  [
    'text under a condition',
    "const A = (p: boolean) => <p>{p ? 'Open' : null}</p>;",
    "2: 'Open' is text outside of a message.",
  ],
  [
    'a sentence in pieces',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a source of the test
    'const A = (n: number) => <p>{`Table ${n}`}</p>;',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the same source in the sentence
    '2: `Table ${n}` is text outside of a message.',
  ],
])('names %s', (_what, source, problem) => {
  expect(read(source).problems).toEqual([problem]);
});

test.each([
  ['signs', 'const A = () => <p>× {1} ·</p>;'],
  ['code', 'const A = () => <code>npm start</code>;'],
  ['class names', 'const A = () => <p className="large" id="total" />;'],
  ['a message in a screen', "const A = () => <p aria-label={t('Close')}>{t('Hello')}</p>;"],
  ['a value', 'const A = ({ name }: { name: string }) => <p title={name}>{name}</p>;'],
])('lets %s be', (_what, source) => {
  expect(read(source).problems).toEqual([]);
});
