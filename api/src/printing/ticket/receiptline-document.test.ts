import fc from 'fast-check';
import { readEscPos } from 'print-stand-ins';
import { transform } from 'receiptline';
import { COLUMNS, ENCODING, isPrintable, type Page, writeDocument } from './receiptline-document';
import type { Row, TextRow } from './row';
import type { DrawRow } from './text-picture';
import { kitchenRows } from './ticket.rules';
import { speakLanguages, TICKET } from './ticket.testing';
import { cleanText } from './typed-text';

beforeAll(speakLanguages);

const WIDE: Page = { paper: 80, direction: 'ltr' };
/** Draws nothing, and says what it was asked for. */
const drawNothing: DrawRow = async ({ text }) => Buffer.from(text).toString('base64');

/** The lines on the paper, as receiptline understands the document. */
const printed = (document: string, { paper }: Page = WIDE): string[] =>
  transform(document, { cpl: COLUMNS[paper], encoding: ENCODING, command: 'text' }).split('\n').slice(0, -1);

const text = (words: string, rest: Partial<TextRow> = {}): TextRow => ({
  kind: 'text',
  text: words,
  size: 'normal',
  ...rest,
});
const write = (rows: readonly Row[], page = WIDE) => writeDocument(rows, page, drawNothing);

test.each([
  ['a text at the start of the line', text('Gyoza'), WIDE, ['Gyoza']],
  ['a price at its end', text('Gyoza', { end: '$9.00' }), WIDE, [`Gyoza${' '.repeat(38)}$9.00`]],
  [
    'a price below a text that fills the line',
    text('x'.repeat(48), { end: '$9' }),
    WIDE,
    ['x'.repeat(48), `${' '.repeat(46)}$9`],
  ],
  [
    'words on several lines',
    text('Crispy fries, chicken', { size: 'huge' }),
    WIDE,
    ['C   r   i   s   p   y', 'f   r   i   e   s   ,', 'c   h   i   c   k   e   n'],
  ],
  ['an indent', text('Large', { indent: 2 }), WIDE, ['  Large']],
  [
    'the end of the line in a right-to-left ticket',
    text('12'),
    { ...WIDE, direction: 'rtl' as const },
    [`${' '.repeat(46)}12`],
  ],
  [
    'a bar of black with a letter free at each side',
    text('x'.repeat(31), { isInverted: true }),
    { ...WIDE, paper: 58 as const },
    [` ${'x'.repeat(30)}`, ' x'],
  ],
])('a row is %s', async (_what, row, page, lines) => {
  expect(printed(await write([row], page), page).map((line) => line.trimEnd())).toEqual(lines);
});

test('a bar of black is as wide as the paper on each of its lines', async () => {
  const document = await write([text('a '.repeat(60).trim(), { isInverted: true })]);
  expect(printed(document).map((line) => line.length)).toEqual([48, 48, 48]);
});

test.each([
  ['Gyoza à la crème, œuf ½ €5 – “très” bon!', true],
  ['Борщ', true],
  ['Łódź', true],
  ['What? Yes!', true],
  ['\uFFFD', false],
  ['شاورما', false],
  ['红烧牛肉面', false],
  ['Hot 🌶', false],
  ['Phở', false],
])('%p has only letters of the printer: %p', (words, expected) => {
  expect(isPrintable(words)).toBe(expected);
});

test('a row with other letters is one picture, and no letter of it is a question mark', async () => {
  const lines = (await write([text('Phở'), text('Gyoza')])).split('\n');
  expect(lines).toEqual([`{image:${Buffer.from('Phở').toString('base64')}}`, '|Gyoza']);
});

test('a long text with other letters is several pictures with all of its words', async () => {
  const words = Array.from({ length: 2000 }, (_, index) => `حار${index}`).join(' ');
  const pictures = (await write([text(words)]))
    .split('\n')
    .map((line) => Buffer.from(line.slice(7, -1), 'base64').toString());
  expect(pictures.length).toBeGreaterThan(20);
  expect(pictures.join(' ')).toBe(words);
});

test('a row of a right-to-left ticket with a name set apart is a picture, so that its quantity is at the right', async () => {
  const row = text('3 × \u20687UP\u2069');
  expect(await write([row])).toBe('|3 × 7UP');
  expect(await write([row], { ...WIDE, direction: 'rtl' })).toMatch(/^\{image:/);
});

test('a ticket is printed where no picture can be drawn, with black squares', async () => {
  const fails: DrawRow = async () => {
    throw new Error('no fonts');
  };
  expect(await writeDocument([text('Phở bò')], WIDE, fails)).toBe('|Ph■ bò');
});

/** Texts of the letters that are commands of receiptline, and of any other. */
const typed = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'\\|{}~_"`^-=:;xn41 \n\r\ti'), maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '{image:iVBORw0KGgo}',
    '{command:\\x1b@}',
    '---',
    '===',
    '\\n|{code:1}',
    '|a|b|',
    '\u1FEF^^^',
    '{w:1}',
    '\x1b@',
  ),
);

describe('whatever a person types', () => {
  /** The words of a ticket on paper without spaces, since words wrap. */
  const words = (lines: readonly string[]) => lines.join('').replace(/\s/g, '');

  test('the letters are on the paper as they are, and the rows around them do not change', async () => {
    await fc.assert(
      fc.asyncProperty(typed, typed, fc.constantFrom(58 as const, 80 as const), async (item, note, paper) => {
        const page: Page = { paper, direction: 'ltr' };
        const line = { quantity: 2, item, variant: note, options: [item], note: `${note}\n${item}` };
        const rows = kitchenRows({ ...TICKET, buyer: item, allergyNote: note, lines: [line, ...TICKET.lines] });
        for (const row of rows) {
          if (row.kind !== 'text') continue;
          const plain = row.text.replace(/[\u2068\u2069]/g, '');
          const document = await write([text('Before'), row, text('After')], page);
          const lines = printed(document, page);
          expect(lines[0]).toBe('Before');
          expect(lines.at(-1)).toBe('After');
          if (!isPrintable(plain + (row.end ?? ''))) {
            expect(document.split('\n').slice(1, -1)).toEqual([expect.stringMatching(/^\{image:[\w+/=]*\}$/)]);
          } else {
            const wide = { normal: 1, tall: 1, large: 2, huge: 4 }[row.size];
            for (const each of lines) expect(each.length).toBeLessThanOrEqual(COLUMNS[paper]);
            expect(words(lines.slice(1, -1))).toBe(words([plain + (row.end ?? '')]));
            expect(lines.length - 2).toBeGreaterThanOrEqual(Math.ceil((plain.length * wide) / COLUMNS[paper]));
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test('no command reaches the printer', async () => {
    await fc.assert(
      fc.asyncProperty(typed, async (words) => {
        const bytesOf = async (row: string) =>
          Buffer.from(
            transform(await write([text(row)]), { cpl: 48, encoding: ENCODING, command: 'escpos' }),
            'latin1',
          );
        const clean = cleanText(words);
        fc.pre(clean !== '' && isPrintable(clean) && clean.length <= 40);
        // The decoder throws at any command that receiptline does not write for a plain line.
        expect(readEscPos(await bytesOf(clean))).toEqual([clean, '[cut]']);
      }),
      { numRuns: 300 },
    );
  });
});

test('a hundred lines with notes of 500 letters are all on the paper', async () => {
  const note = Array.from({ length: 100 }, (_, index) => `n${index}`)
    .join(' ')
    .slice(0, 500);
  const lines = Array.from({ length: 100 }, (_, index) => ({
    quantity: 1,
    item: `Item ${index}`,
    variant: '',
    options: [],
    note,
  }));
  const paper = printed(await write(kitchenRows({ ...TICKET, lines })))
    .join(' ')
    .replace(/\s+/g, ' ');
  expect(paper.split(note)).toHaveLength(101);
});
