import { hppFields, readHppMessage } from './hpp-messages';

const ORIGIN = 'https://pay.sandbox.realexpayments.com';
const frame = {} as Window;
const from = { origin: ORIGIN, frame };
const response = JSON.stringify({ RESULT: btoa('00'), ORDER_ID: btoa('GTI5Yxb0SumL_TkDMCAxQA') });

test('the request is posted as the server signed it, with the origin that may receive the response', () => {
  const fields = Object.fromEntries(hppFields('{"ORDER_ID":"A1","AMOUNT":"1999"}', 'https://foodhall.example'));
  expect(fields).toEqual({
    ORDER_ID: 'A1',
    AMOUNT: '1999',
    HPP_POST_RESPONSE: 'https://foodhall.example',
    HPP_POST_DIMENSIONS: 'https://foodhall.example',
  });
});

test('a text that is no request is refused before anything is posted', () => {
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
  ['another origin', { origin: 'https://evil.example', source: frame, data: response }],
  ['an origin that only starts alike', { origin: `${ORIGIN}.evil.example`, source: frame, data: response }],
  ['another frame of that origin', { origin: ORIGIN, source: {} as Window, data: response }],
  ['no JSON', { origin: ORIGIN, source: frame, data: 'hello' }],
  ['an object', { origin: ORIGIN, source: frame, data: { ORDER_ID: btoa('A1') } }],
  ['null', { origin: ORIGIN, source: frame, data: 'null' }],
  ['an order that is no base64', { origin: ORIGIN, source: frame, data: '{"ORDER_ID":"%%%"}' }],
  ['a height that is none', { origin: ORIGIN, source: frame, data: '{"iframe":{"height":"tall"}}' }],
])('a message of %s is ignored', (_title, event) => {
  expect(readHppMessage(event, from)).toBeNull();
});
