import type { Row } from './row';
import { dayEndRows, type KitchenTicket, kitchenRows, slipRows } from './ticket.rules';
import { DAY_END, inLanguage, SLIP, speakLanguages, TICKET } from './ticket.testing';

beforeAll(speakLanguages);

/** Each row with its size; an inverted row is in brackets. */
function seen(rows: readonly Row[]): string[] {
  return rows.map((row) => {
    if (row.kind !== 'text') return row.kind;
    const text = [row.text, row.end]
      .filter((part) => part !== undefined)
      .join(' … ')
      .replace(/[\u2068\u2069]/g, '');
    return `${row.size} ${row.isInverted ? `[${text}]` : text}`;
  });
}

const kitchen = (changes: Partial<KitchenTicket> = {}) => seen(kitchenRows({ ...TICKET, ...changes }));

test('a kitchen ticket has the number first, then place, times, and items with their choices and notes', () => {
  expect(kitchen({ allergyNote: 'Peanuts' })).toEqual([
    'huge K-101',
    'large Table 12',
    'large Promised 12:20',
    'tall Placed 12:05',
    'tall Thandi M.',
    'large [Allergy: Peanuts]',
    'rule',
    'large 2 × Tonkotsu ramen',
    'tall Large',
    'tall Soy-cured egg',
    'rule',
    'large 1 × Gyoza',
    'tall [No onions]',
    'rule',
    'normal 3 items … 30 Nov 2026',
    'normal Kumo Ramen',
  ]);
});

test.each<[string, Partial<KitchenTicket>, string[]]>([
  ['that may have printed before', { marks: [{ kind: 'duplicate' }] }, ['large [DUPLICATE]']],
  [
    'that a person prints again',
    { marks: [{ kind: 'reprint', by: 'Zoé', at: '2026-11-30T18:00:00Z' }] },
    ['large [REPRINT]', 'tall Zoé, 13:00'],
  ],
  [
    'that went to another printer, and may have printed there before',
    { marks: [{ kind: 'duplicate' }, { kind: 'moved', from: 'Grill', to: 'Bar' }] },
    ['large [DUPLICATE]', 'large [Moved from Grill to Bar]'],
  ],
])('a ticket %s says so before its number', (_what, changes, first) => {
  expect(kitchen(changes).slice(0, first.length + 1)).toEqual([...first, 'huge K-101']);
});

test.each<[KitchenTicket['place'], string]>([
  [{ kind: 'collect', location: '' }, 'large Collect'],
  [{ kind: 'table', location: 'Table 7' }, 'large Table 7'],
  [{ kind: 'room', location: '408' }, 'large Room 408'],
  [{ kind: 'address', location: '1 Main\nStreet' }, 'large 1 Main Street'],
])('%p is written as %p', (place, expected) => {
  expect(kitchen({ place })).toContain(expected);
});

test('what the guest wrote about the delivery is below the place, on the ticket and on the slip', () => {
  const instructions = 'Ring the bell\nSecond floor';
  expect(kitchen({ instructions }).slice(1, 4)).toEqual(['large Table 12', 'tall Ring the bell', 'tall Second floor']);
  expect(seen(slipRows({ ...SLIP, instructions }))).toEqual(
    expect.arrayContaining(['normal Ring the bell', 'normal Second floor']),
  );
});

test('an order without a promise has only the time when it was placed', () => {
  expect(kitchen({ promisedAt: null }).filter((row) => /\d\d:\d\d/.test(row))).toEqual(['tall Placed 12:05']);
});

test('each copy says which one it is', () => {
  expect(kitchen({ copy: { number: 2, count: 3 } }).at(-1)).toBe('normal Kumo Ramen … Copy 2 of 3');
});

test('each paragraph of a note is a row, and a note of spaces is none', () => {
  const [line] = TICKET.lines;
  const notes = (note: string) =>
    kitchen({ lines: line ? [{ ...line, note }] : [] }).filter((row) => row.includes('['));
  expect(notes('No egg\r\n\r\nno salt')).toEqual(['tall [No egg]', 'tall [no salt]']);
  expect(notes(' \n ')).toEqual([]);
});

test.each([
  ['fr', ['large Table 12', 'large Promise à 12:20', 'large [Allergie : Noix]', 'normal 3 plats … 30 nov. 2026']],
  ['es', ['large Mesa 12', 'large Prometido 12:20', 'large [Alergia: Noix]', 'normal 3 platos … 30 nov 2026']],
  ['ar', ['large الطاولة 12', 'large الموعد 12:20', 'large [حساسية: Noix]', 'normal 3 أصناف … 30 نوفمبر 2026']],
])('the words are in the language of the printer: %s', (language, expected) => {
  const rows = inLanguage(language, () => kitchen({ allergyNote: 'Noix' })).map((row) => row.replace(/\s/g, ' '));
  expect(rows).toEqual(expect.arrayContaining(expected));
});

test('a customer’s slip has prices, taxes and what was paid', () => {
  expect(seen(slipRows(SLIP))).toEqual(
    expect.arrayContaining([
      'tall 2 × Tonkotsu ramen … $33.00',
      'tall 1 × Gyoza … $9.00',
      'normal Items … $42.00',
      'normal Service charge … $2.00',
      'normal HST 13 % … $5.72',
      'large Paid … $49.72',
      'normal Tax number 12345',
    ]),
  );
});

test('a tax within the prices is named as such', () => {
  expect(seen(slipRows({ ...SLIP, isTaxIncluded: true }))).toContain('normal HST 13 % (included) … $5.72');
});

test('a day’s end has the sums and what was sold', () => {
  expect(seen(dayEndRows(DAY_END))).toEqual([
    'large Kumo Ramen',
    'large Day’s end',
    'tall 30 Nov 2026 … 22:30',
    'rule',
    'normal Orders … 112',
    'normal Cancelled … 2',
    'normal Items sold … 340',
    'rule',
    'normal Sales … $5,123.50',
    'normal Tax … $666.05',
    'normal Paid … $5,789.55',
    'normal Refunds … -$16.50',
    'large Net … $5,773.05',
    'rule',
    'normal HST 13 % … $666.05',
    'rule',
    'normal 200 × Tonkotsu ramen … $3,300.00',
  ]);
});
