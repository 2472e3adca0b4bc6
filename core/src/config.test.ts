import { ConfigError, readConfig, readProductionConfig } from './config';

const sandbox = {
  PAYMENTS: 'sandbox',
  STRIPE_API_BASE: 'http://127.0.0.1:8081/',
  STRIPE_SCRIPT_URL: 'http://localhost:8081/stripe.js',
  PAYSTACK_API_BASE: 'http://127.0.0.1:8081',
  PAYSTACK_SCRIPT_URL: 'http://localhost:8081/paystack/inline.js',
  GLOBAL_HPP_URL: 'http://localhost:8081/pay',
  GLOBAL_API_URL: 'http://127.0.0.1:8081/epage-remote.cgi',
};

test('a setting that is left out has the documented default', () => {
  const config = readConfig(sandbox);
  expect(config).toMatchObject({
    host: '::',
    port: 8080,
    dataDir: expect.stringMatching(/\/\.data$/),
    mediaDir: expect.stringMatching(/\/\.data\/media$/),
    databaseUrl: null,
    siteUrl: 'http://localhost:8080',
    corsOrigins: [],
    smtp: null,
    sms: null,
    isDemo: false,
    firstScreenWaitMs: 200,
    logLevel: 'warn',
    realtime: { isEmbedded: true, key: 'foodhall', host: null },
  });
  expect(config.payments.stripeApiBase).toBe('http://127.0.0.1:8081');
  expect(readConfig({ PAYMENTS: 'test' }).payments.stripeScriptUrl).toBe('https://js.stripe.com/endive/stripe.js');
});

test.each(['127.0.0.1', '::1', '0.0.0.0', 'hall.lan', 'localhost'])('HOST may be %s', (host) => {
  expect(readConfig({ ...sandbox, HOST: host }).host).toBe(host);
});

test.each(['http://hall.lan', 'hall.lan:8080', '[::1]', 'a b', '-'])('HOST %s stops the start', (host) => {
  expect(() => readConfig({ ...sandbox, HOST: host })).toThrow(
    new ConfigError('HOST', host, 'an address of this machine, such as 127.0.0.1, without a scheme or a port'),
  );
});

test('an empty value counts as left out', () => {
  expect(readConfig({ ...sandbox, PORT: ' ', CORS_ORIGINS: '', DATABASE_URL: '' })).toMatchObject({
    port: 8080,
    corsOrigins: [],
    databaseUrl: null,
  });
});

test("a venue's secret is read by the name that its document gives", () => {
  const config = readConfig({ ...sandbox, STRIPE_SECRET_GRANARY: 'sk_test_1' });
  expect(config.secret('STRIPE_SECRET_GRANARY')).toBe('sk_test_1');
  expect(config.secret('STRIPE_SECRET_OTHER')).toBeNull();
});

test('a venue reads only the variables whose names begin as SECRET_NAMES says', () => {
  const environment = { ...sandbox, HOME: '/root', STRIPE_API: 'x', MY_STRIPE: 'sk_test_2', PUSHER_SECRET: '' };
  const config = readConfig(environment);
  for (const name of ['HOME', 'MY_STRIPE', 'STRIPE_API_BASE', 'PAYMENTS', 'DATA_DIR'])
    expect([name, config.secret(name)]).toEqual([name, null]);
  expect(config.secret('STRIPE_API')).toBe('x');
  const another = readConfig({ ...environment, SECRET_NAMES: 'MY_, HALL_KEYS_' });
  expect([another.secret('MY_STRIPE'), another.secret('STRIPE_API')]).toEqual(['sk_test_2', null]);
  for (const SECRET_NAMES of ['MY', 'my_', '*', 'A_,,B', ','])
    expect(() => readConfig({ ...environment, SECRET_NAMES })).toThrow('SECRET_NAMES is');
});

test('each process makes a new secret for the embedded endpoint', () => {
  expect(readConfig(sandbox).realtime.secret).not.toBe(readConfig(sandbox).realtime.secret);
});

test.each<[string, Record<string, string>, string]>([
  [
    'a Stitch client without its secret',
    { STITCH_CLIENT_ID: 'test-hall' },
    'STITCH_CLIENT_SECRET is not set; it must be set: STITCH_CLIENT_ID and STITCH_CLIENT_SECRET go together.',
  ],
  [
    'a live client of Stitch in the sandbox',
    { STITCH_CLIENT_ID: 'hall', STITCH_CLIENT_SECRET: 'x' },
    "STITCH_CLIENT_ID is 'hall'; it must be a test client's.",
  ],
  ['a missing PAYMENTS', { PAYMENTS: '' }, 'PAYMENTS is not set; it must be one of sandbox, test, live.'],
  ['an unknown PAYMENTS', { PAYMENTS: 'fake' }, "PAYMENTS is 'fake'; it must be one of sandbox, test, live."],
  [
    'a text that is not a network',
    { METRICS_ADDRESSES: '127.0.0.1, 10.0.0.0/33' },
    "METRICS_ADDRESSES is '10.0.0.0/33'; it must be a list of addresses or networks, such as 127.0.0.1, 10.0.0.0/8, with commas between.",
  ],
  [
    'a token that can be guessed, without showing it',
    { METRICS_TOKEN: 'short' },
    "METRICS_TOKEN is 'something else'; it must be 24 or more characters of ASCII without a space.",
  ],
  [
    'an origin of any host',
    { OVERRIDE_ORIGINS: 'http://*' },
    "OVERRIDE_ORIGINS is 'http://*'; it must be a list of origins, such as http://localhost:*, with commas between.",
  ],
  [
    'a wait that is too long for a visitor',
    { FIRST_SCREEN_WAIT_MS: '10001' },
    "FIRST_SCREEN_WAIT_MS is '10001'; it must be a whole number from 0 to 10000.",
  ],
  [
    'an unknown log level',
    { LOG_LEVEL: 'loud' },
    "LOG_LEVEL is 'loud'; it must be one of fatal, error, warn, info, debug, trace, silent.",
  ],
  ['a port that is not a number', { PORT: 'http' }, "PORT is 'http'; it must be a whole number from 0 to 65535."],
  ['a port above 65535', { PORT: '65536' }, "PORT is '65536'; it must be a whole number from 0 to 65535."],
  [
    'an origin with a path',
    { CORS_ORIGINS: 'https://hall.example/app' },
    "CORS_ORIGINS is 'https://hall.example/app'; it must be a list of origins, such as https://hall.example, with commas between.",
  ],
  [
    'a mail server of another kind, without showing its password',
    { SMTP_URL: 'https://me:secret@mail.example' },
    "SMTP_URL is 'not an address of a mail server'; it must be an address that starts with smtp:// or smtps://.",
  ],
  [
    'a mail server without a sender',
    { SMTP_URL: 'smtp://mail.example', SITE_URL: 'https://hall.example' },
    "MAIL_FROM is not set; it must be a sender, such as 'Foodhall <no-reply@hall.example>', where SMTP_URL is set.",
  ],
  [
    'a sender that is not an address',
    { SMTP_URL: 'smtp://mail.example', SITE_URL: 'https://hall.example', MAIL_FROM: 'Foodhall' },
    "MAIL_FROM is 'Foodhall'; it must be a sender, such as 'Foodhall <no-reply@hall.example>', where SMTP_URL is set.",
  ],
  [
    'emails with links to the reader’s own machine',
    { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'no-reply@hall.example' },
    "SITE_URL is not set; it must be the site's own address where SMTP_URL is set, as emails link to it.",
  ],
  [
    'an account for text messages without its token',
    { SMS_ACCOUNT: 'AC1', SMS_FROM: '+447700900000', SITE_URL: 'https://hall.example' },
    'SMS_TOKEN is not set; it must be set: SMS_ACCOUNT, SMS_TOKEN, SMS_FROM and SITE_URL go together.',
  ],
  [
    'text messages without the address that their service reports to',
    { SMS_ACCOUNT: 'AC1', SMS_TOKEN: 'secret', SMS_FROM: '+447700900000' },
    'SITE_URL is not set; it must be set: SMS_ACCOUNT, SMS_TOKEN, SMS_FROM and SITE_URL go together.',
  ],
  [
    'a sender of text messages that cannot be replied to',
    { SMS_FROM: 'Foodhall' },
    "SMS_FROM is 'Foodhall'; it must be a number with its country code, such as +447700900000, or a short code.",
  ],
  [
    'another database, without showing its password',
    { DATABASE_URL: 'mysql://me:secret@host/db' },
    "DATABASE_URL is 'not an address of PostgreSQL'; it must be an address that starts with postgres:// or postgresql://.",
  ],
  [
    'half of the real-time keys',
    { PUSHER_KEY: 'k' },
    'PUSHER_APP_ID is not set; it must be set: PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET go together.',
  ],
  [
    'a real-time host without keys',
    { PUSHER_HOST: 'ws.hall.example' },
    'PUSHER_APP_ID is not set; it must be set, with PUSHER_KEY and PUSHER_SECRET, where PUSHER_HOST is.',
  ],
  [
    'half of a VAPID pair',
    { VAPID_PUBLIC_KEY: Buffer.alloc(65).toString('base64url') },
    'VAPID_PRIVATE_KEY is not set; it must be a key of 32 bytes in base64url; VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together.',
  ],
  [
    'a VAPID key of another kind, without showing it',
    { VAPID_PUBLIC_KEY: Buffer.alloc(65).toString('base64url'), VAPID_PRIVATE_KEY: 'secret' },
    "VAPID_PRIVATE_KEY is 'something else'; it must be a key of 32 bytes in base64url",
  ],
  [
    'an invalid contact for push services',
    { VAPID_SUBJECT: 'the hall' },
    "VAPID_SUBJECT is 'the hall'; it must be where push services may write to: mailto:… or https://….",
  ],
  [
    'a sandbox without its address',
    { STRIPE_API_BASE: '' },
    "STRIPE_API_BASE is not set; it must be the sandbox's address when PAYMENTS is sandbox.",
  ],
])('%s is refused in one sentence', (_what, change, sentence) => {
  expect(() => readConfig({ ...sandbox, ...change })).toThrow(ConfigError);
  expect(() => readConfig({ ...sandbox, ...change })).toThrow(sentence);
});

test.each([
  'http://127.0.0.1:8081',
  'https://localhost',
  'https://127.9.9.9/x',
  'https://[::1]:1',
  'https://0.0.0.0',
  'https://pay.localhost',
  'http://stripe.example',
])('live payments refuse the address %s', (address) => {
  expect(() => readConfig({ PAYMENTS: 'live', STRIPE_API_BASE: address })).toThrow(
    `STRIPE_API_BASE is '${address}'; it must be an https address of another machine, or unset, when PAYMENTS is live.`,
  );
});

test('live payments refuse the demo, whose passwords are published; test payments allow it when the setting asks for it', () => {
  expect(() => readConfig({ PAYMENTS: 'live', DEMO: '1' })).toThrow(
    "DEMO is '1'; it must be 0 or unset when PAYMENTS is live.",
  );
  expect(readConfig({ PAYMENTS: 'live', DEMO: '0' }).isDemo).toBe(false);
  expect(readConfig({ PAYMENTS: 'test', DEMO: '1' }).isDemo).toBe(true);
});

test('the error names every wrong setting, each once', () => {
  const wrong = { PAYMENTS: 'fake', PORT: 'http', SMTP_URL: 'smtp://mail.example', VAPID_SUBJECT: 'the hall' };
  expect(() => readConfig(wrong)).toThrow(
    new ConfigError([
      "PAYMENTS is 'fake'; it must be one of sandbox, test, live.",
      "PORT is 'http'; it must be a whole number from 0 to 65535.",
      "MAIL_FROM is not set; it must be a sender, such as 'Foodhall <no-reply@hall.example>', where SMTP_URL is set.",
      "SITE_URL is not set; it must be the site's own address where SMTP_URL is set, as emails link to it.",
      "VAPID_SUBJECT is 'the hall'; it must be where push services may write to: mailto:… or https://….",
    ]),
  );
});

describe('a production start', () => {
  const production = {
    PAYMENTS: 'live',
    DATABASE_URL: 'postgres://foodhall@localhost/foodhall',
    SITE_URL: 'https://hall.example',
  };

  test('reads its settings, and loads no demo whatever the environment says', () => {
    expect(readProductionConfig(production)).toMatchObject({ isProduction: true, isDemo: false });
    expect(readProductionConfig({ ...production, DEMO: '1' }).isDemo).toBe(false);
    expect(readProductionConfig({ ...production, DATABASE_URL: '', DATA_DIR: '.data' }).databaseUrl).toBeNull();
    expect(readConfig(sandbox).isProduction).toBe(false);
  });

  test('names every missing or wrong setting at once', () => {
    expect(() => readProductionConfig({ PORT: 'http', SMTP_URL: 'smtp://mail.example' })).toThrow(
      new ConfigError([
        'DATABASE_URL is not set; it must be the address of a PostgreSQL, such as postgres://foodhall:…@localhost/foodhall. A trial without one sets DATA_DIR, and so takes the embedded database.',
        "SITE_URL is not set; it must be the site's own address, such as https://hall.example.",
        'PAYMENTS is not set; it must be live, or test for the test keys of the providers. The sandbox is for npm start.',
        "PORT is 'http'; it must be a whole number from 0 to 65535.",
        "MAIL_FROM is not set; it must be a sender, such as 'Foodhall <no-reply@hall.example>', where SMTP_URL is set.",
      ]),
    );
  });

  test('refuses a sandbox', () => {
    expect(() => readProductionConfig({ ...production, ...sandbox })).toThrow(
      new ConfigError([
        "PAYMENTS is 'sandbox'; it must be live, or test for the test keys of the providers. The sandbox is for npm start.",
      ]),
    );
  });
});
