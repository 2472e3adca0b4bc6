import { ConfigError, readConfig } from './config';

const account = { id: 'acct_a', secretKey: 'sk_test_a', publishableKey: 'pk_test_a' };
const withAccount = (changes: object) => ({
  PAY_SANDBOX_CONFIG: JSON.stringify({ stripe: { accounts: [{ ...account, ...changes }] } }),
});

test('the sandbox listens on port 8081 of loopback by default, without accounts and without a state file', () => {
  expect(readConfig({})).toMatchObject({ port: 8081, host: '127.0.0.1', statePath: null, stripe: { accounts: [] } });
});

test('the environment holds the accounts as JSON', () => {
  const webhook = { url: 'http://localhost:8080/api/v1/webhooks/stripe/1', secret: 'whsec_a' };
  expect(readConfig(withAccount({ webhook })).stripe.accounts).toEqual([{ ...account, webhook }]);
});

test.each([
  ['an invalid port', { PAY_SANDBOX_PORT: '80a' }, /PAY_SANDBOX_PORT is '80a'/],
  ['a missing file', { PAY_SANDBOX_CONFIG: '/nowhere.json' }, /nowhere\.json/],
  ['a live key', withAccount({ secretKey: 'sk_live_a' }), /secretKey is "sk_live_a"; allowed is sk_test_/],
  ['a webhook without secret', withAccount({ webhook: { url: 'http://a/' } }), /webhook\.secret/],
])('%s is refused with the name of the setting', (_title, env, message) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(message);
});

test('an account can have a fee of its own, which has to be whole numbers', () => {
  const fee = { basisPoints: 150, fixedMinor: 20 };
  expect(readConfig(withAccount({ fee })).stripe.accounts).toMatchObject([{ fee }]);
  expect(() => readConfig(withAccount({ fee: { basisPoints: 1.5 } }))).toThrow(
    /fee is {"basisPoints":1.5}; allowed is/,
  );
});
