import { hppFields, readHppMessage } from './hpp-messages';

const ORIGIN = 'https://pay.sandbox.realexpayments.com';
const frame = {} as Window;
const from = { origin: ORIGIN, frame };
const response = JSON.stringify({ RESULT: btoa('00'), ORDER_ID: btoa('GTI5Yxb0SumL_TkDMCAxQA') });

test('the form holds the signed request unchanged and the origin that may receive the response', () => {
  const fields = Object.fromEntries(hppFields('{"ORDER_ID":"A1","AMOUNT":"1999"}', 'https://foodhall.example'));
  expect(fields).toEqual({
    ORDER_ID: 'A1',
    AMOUNT: '1999',
    HPP_POST_RESPONSE: 'https://foodhall.example',
    HPP_POST_DIMENSIONS: 'https://foodhall.example',
  });
});

test('an invalid request throws before anything is posted', () => {
  expect(() => hppFields('{}', ORIGIN)).toThrow(TypeError);
  expect(() => hppFields('not json', ORIGIN)).toThrow(SyntaxError);
});

test('the response of the page is read from base64', () => {
  expect(readHppMessage({ origin: ORIGIN, source: frame, data: response }, from)).toEqual({
    kind: 'response',
    orderId: 'GTI5Yxb0SumL_TkDMCAxQA',
    text: response,
  });
});

test.each([
  ['620px', 620],
  ['90', 200],
  ['99999', 2000],
])('a height of %s becomes %i', (height, shown) => {
  const data = JSON.stringify({ iframe: { width: '100%', height } });
  expect(readHppMessage({ origin: ORIGIN, source: frame, data }, from)).toEqual({ kind: 'dimensions', height: shown });
});

test.each([
  ['from another origin', { origin: 'https://evil.example', source: frame, data: response }],
  [
    'from an origin that only starts with the right one',
    { origin: `${ORIGIN}.evil.example`, source: frame, data: response },
  ],
  ['from another frame of that origin', { origin: ORIGIN, source: {} as Window, data: response }],
  ['without JSON', { origin: ORIGIN, source: frame, data: 'hello' }],
  ['that holds an object', { origin: ORIGIN, source: frame, data: { ORDER_ID: btoa('A1') } }],
  ['that holds null', { origin: ORIGIN, source: frame, data: 'null' }],
  ['with an order that is not base64', { origin: ORIGIN, source: frame, data: '{"ORDER_ID":"%%%"}' }],
  ['with a height that is not a number', { origin: ORIGIN, source: frame, data: '{"iframe":{"height":"tall"}}' }],
])('a message %s is ignored', (_title, event) => {
  expect(readHppMessage(event, from)).toBeNull();
});
