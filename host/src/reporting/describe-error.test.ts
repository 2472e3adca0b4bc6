import { blame, describeError, siteStack } from './describe-error';

const HOST = 'at Y (https://hall.example/parts/host/2.2.63-aa/main.1.js:1:2)';
const MENU = 'at Menu (https://hall.example/parts/catalog/1.0.0-bb/908.2.js:1:2)';

test.each([
  ['a remote', [MENU, HOST], { part: 'catalog', version: '1.0.0-bb' }],
  ['the shell that a remote called', [HOST, MENU, HOST], { part: 'catalog', version: '1.0.0-bb' }],
  ['the shell alone', [HOST], { part: 'host', version: '2.2.63-aa' }],
  ['an extension', ['at f (chrome-extension://abc/x.js:1:2)'], undefined],
  ['no known app', [], undefined],
])('an error in the code of %s is traced to its app', (_owner, frames, expected) => {
  expect(blame(['TypeError: x', ...frames].join('\n    '))).toEqual(expected);
});

test.each([
  [new TypeError("Cannot read 'name' of undefined"), "TypeError: Cannot read 'name' of undefined"],
  [new Error('no account thandi@foodhall.test here'), 'Error: no account … here'],
  [new Error('GET /api/v1/reset?token=abc&email=x failed'), 'Error: GET /api/v1/reset… failed'],
  [new Error('Bearer 0a1B2c3D4e5F6g7H8i9J0k1L2m3N refused'), 'Error: Bearer … refused'],
  [new Error("card '4242 4242 4242 4242', phone 082 000 0001"), "Error: card '…', phone …"],
  [new Error('turned \u202eback\u202c\nand 4242\u200b4242'), 'Error: turned back and …'],
  ['x '.repeat(300), 'x '.repeat(100)],
])('%p is described as %p', (error, sentence) => {
  expect(describeError(error)).toBe(sentence);
});

const thrown = (...lines: string[]) => Object.assign(new Error('x'), { stack: lines.join('\n') });

test.each([
  [
    'Chrome',
    ['TypeError: thandi@foodhall.test', `    ${MENU}`, '    at f (chrome-extension://abc/x.js:1:2)', `    ${HOST}`],
  ],
  ['Safari and Firefox', [MENU, HOST].map((line) => line.replace(/at (\w+) \((.*)\)/, '$1@$2'))],
])('a stack of %s keeps only the frames of this site, as paths', (_browser, lines) => {
  expect(siteStack(thrown(...lines))).toBe('/parts/catalog/1.0.0-bb/908.2.js:1:2\n/parts/host/2.2.63-aa/main.1.js:1:2');
});

test('a stack has at most twelve frames', () => {
  expect(siteStack(thrown(...Array<string>(40).fill(MENU)))?.split('\n')).toHaveLength(12);
});

test.each([
  ['an error without a frame of this site', thrown('at f (chrome-extension://abc/x.js:1:2)')],
  ['a thrown text', 'a text'],
  ['an error without a stack', Object.assign(new Error('x'), { stack: undefined })],
])('%s is reported without a stack', (_case, error) => {
  expect(siteStack(error)).toBeUndefined();
});
