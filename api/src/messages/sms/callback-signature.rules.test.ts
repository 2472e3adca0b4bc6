import { isSignedBy, signatureOf } from './callback-signature.rules';

/** The example of Twilio's page about webhook security, with the signature that its own library computes. */
const EXAMPLE = {
  token: '12345',
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  fields: {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  },
  signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
};

test('a form has the signature of the published example', () => {
  expect(signatureOf(EXAMPLE.token, EXAMPLE.url, EXAMPLE.fields)).toBe(EXAMPLE.signature);
});

const { token, signature } = EXAMPLE;
const given = { url: EXAMPLE.url, fields: EXAMPLE.fields };
test.each([
  ['the form', token, signature, given, true],
  ['another token', '54321', signature, given, false],
  ['another address', token, signature, { ...given, url: 'https://mycompany.com/myapp.php?foo=1' }, false],
  ['a changed field', token, signature, { ...given, fields: { ...given.fields, Digits: '1235' } }, false],
  ['one more field', token, signature, { ...given, fields: { ...given.fields, Extra: '' } }, false],
  ['no signature', token, '', given, false],
  ['a signature of another length', token, `${signature}=`, given, false],
])('a signature belongs to %s: %#', (_case, key, text, form, isSigned) => {
  expect(isSignedBy(key, text, form)).toBe(isSigned);
});

test.each([
  ['https://hall.example/sms?id=1', 'https://hall.example:443/sms?id=1'],
  ['http://hall.example/sms', 'http://hall.example:80/sms'],
])('a signature of %s may be of %s', (url, signed) => {
  expect(isSignedBy('12345', signatureOf('12345', signed, { To: '+1' }), { url, fields: { To: '+1' } })).toBe(true);
});
