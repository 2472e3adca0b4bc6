import { globalTimestamp, isSameHash, replyHash, requestHash } from './global-hash';

const request = {
  TIMESTAMP: '20170725154824',
  MERCHANT_ID: 'MerchantId',
  ORDER_ID: 'GTI5Yxb0SumL_TkDMCAxQA',
  AMOUNT: '1999',
  CURRENCY: 'EUR',
};
const reply = {
  TIMESTAMP: '20120926112654',
  MERCHANT_ID: 'thestore',
  ORDER_ID: 'ORD453-11',
  RESULT: '00',
  MESSAGE: 'Successful',
  PASREF: '3737468273643',
  AUTHCODE: '79347',
};

test("the hash of a request matches the provider's own example", () => {
  expect(requestHash(request, 'secret')).toBe('061609f85a8e0191dc7f487f8278e71898a2ee2d');
});

test("the hash of a reply matches the provider's own example", () => {
  expect(replyHash(reply, 'mysecret')).toBe('368df010076481d47a21e777871012b62b976339');
});

test.each(Object.keys(reply))('the hash of a reply covers its %s', (field) => {
  expect(replyHash({ ...reply, [field]: 'x' }, 'mysecret')).not.toBe(replyHash(reply, 'mysecret'));
});

test('a hash is compared as a whole, without regard to letter case', () => {
  const hash = replyHash(reply, 'mysecret');
  expect(isSameHash(hash, hash.toUpperCase())).toBe(true);
  expect(isSameHash(hash, hash.slice(1))).toBe(false);
  expect(isSameHash(hash, '')).toBe(false);
});

test('a timestamp has fourteen digits of UTC', () => {
  expect(globalTimestamp(new Date('2026-11-21T03:04:05.678Z'))).toBe('20261121030405');
});
