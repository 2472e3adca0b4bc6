import { problemOfLabel, problemsOfMenu } from './menu';

const PATHS = ['/loyalty-card', '/loyalty-card/:venueId', '/stamps/:vendorId', '/loyalty-card/:stampId'];
const entry = (changes: object = {}) => ({ path: '/loyalty-card', label: 'Loyalty card', ...changes });

test.each([
  ['Loyalty card'],
  ['Carte de fidélité'],
  ['بطاقة الولاء'],
  ['کارت\u200cهای من'],
  ['Stamps ☕'],
  ['a'.repeat(40)],
])('a menu may show the label %j', (label) => {
  expect(problemOfLabel(label)).toBeUndefined();
});

test.each([
  ['a'.repeat(41), 'it has 41 characters, of at most 40.'],
  ['a'.repeat(10_000), 'it has 10000 characters, of at most 40.'],
  ['abc\u202Egpj.exe', 'it has a control character, a line end or a mark of direction.'],
  ['\u2067Log out\u2069', 'it has a control character, a line end or a mark of direction.'],
  ['Log\nout', 'it has a control character, a line end or a mark of direction.'],
  ['Log\u2028out', 'it has a control character, a line end or a mark of direction.'],
  [' ', 'it has nothing to read.'],
  ['\u200b', 'it has nothing to read.'],
  ['', 'it has nothing to read.'],
  ['{count} stamps', 'it has a bracket of a message, one of { } < >.'],
  ['<b>Stamps</b>', 'it has a bracket of a message, one of { } < >.'],
])('no menu shows the label %j', (label, problem) => {
  expect(problemOfLabel(label)).toBe(problem);
});

test.each([[entry()], [entry({ path: '/loyalty-card/:venueId' })], [entry({ path: '/stamps/:vendorId' })]])(
  'a remote may have the entry %j',
  (each) => {
    expect(problemsOfMenu([each], PATHS)).toEqual([]);
  },
);

test.each<[object, string]>([
  [entry({ path: '/profile' }), 'The menu entry "/profile" is no path of its own routes.'],
  [entry({ path: '/loyalty-card?to=1' }), 'The menu entry "/loyalty-card?to=1" is no path of its own routes.'],
  [entry({ path: 'javascript:alert(1)' }), 'The menu entry "javascript:alert(1)" is no path of its own routes.'],
  [entry({ path: '//evil.example' }), 'The menu entry "//evil.example" is no path of its own routes.'],
  [entry({ path: 'https://evil.example/' }), 'The menu entry "https://evil.example/" is no path of its own routes.'],
  [
    entry({ path: '/loyalty-card/:stampId' }),
    'The menu entry "/loyalty-card/:stampId" has :stampId, and a menu knows :venueId and :vendorId alone.',
  ],
  [
    entry({ label: 'x'.repeat(41) }),
    'The menu entry "/loyalty-card": its label cannot be shown: it has 41 characters, of at most 40.',
  ],
  [
    entry({ labels: { fr: 'Carte', ar: '\u202E' } }),
    `The menu entry "/loyalty-card": its label in 'ar' cannot be shown: it has a control character, a line end or a mark of direction.`,
  ],
])('a remote must not have the entry %j', (each, problem) => {
  expect(problemsOfMenu([each as ReturnType<typeof entry>], PATHS)).toEqual([problem]);
});

test('a remote has at most eight entries', () => {
  const entries = (count: number) => Array.from({ length: count }, () => entry());
  expect(problemsOfMenu(entries(8), PATHS)).toEqual([]);
  expect(problemsOfMenu(entries(500), PATHS)).toEqual(['It has 500 menu entries, of at most 8.']);
});
