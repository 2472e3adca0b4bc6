/**
 * Every setting of the product: its rule, its default, its meaning and its readers on one property. `npm run settings` prints
 * docs/reference/settings.md and .env.example from it. Programs read the environment of their process from environment.ts, whose
 * type has the names of this table alone. scripts/lib runs before the packages are installed: it reads its own settings, which are
 * listed here.
 */
import { z } from 'zod';
import {
  address,
  bearerToken,
  listeningHost,
  nameList,
  networkList,
  oneOf,
  originList,
  phoneNumber,
  prefixList,
  pushContact,
  text,
  vapidKey,
  wholeNumber,
} from './values';

export const GROUPS = {
  site: 'The site',
  storage: 'Data',
  payments: 'Payments',
  realtime: 'Real-time engine',
  mail: 'Email',
  push: 'Web Push',
  sms: 'Text messages',
  release: 'Builds and releases',
  commands: 'The command line',
  development: 'Development',
  sandbox: 'The payment sandbox',
  measuring: 'Journeys and benches',
} as const;

export const READERS = {
  api: 'API',
  start: '`npm start`',
  foodhall: '`npm run foodhall`',
  import: '`npm run import -w api`',
  dev: '`npm run dev`',
  build: 'builds',
  release: '`npm run release`, `rollback`, `recall`, `retire`, `releases`, `keys`',
  sandbox: 'payment sandbox',
  journeys: 'journeys',
  benches: 'benches',
} as const;

export interface Setting {
  group: keyof typeof GROUPS;
  readers: readonly (keyof typeof READERS)[];
  /** Markdown, without a full stop. */
  meaning: string;
  /** The default in words (markdown), where the schema has none or another program has its own. */
  default?: string;
  /** A value for .env.example. Without it, the schema's default is printed. A secret never has one. */
  example?: string;
  /** A secret never appears in an error. A text is what the error shows instead. */
  secret?: boolean | string;
}

/** The description of each schema below. */
export const described = z.registry<Setting>();

const httpAddress = () => address('http:', 'https:');

/** The settings in the order of the printed tables. */
export const settings = {
  PORT: wholeNumber(0, 65_535)
    .default(8080)
    .register(described, {
      group: 'site',
      readers: ['api', 'start', 'dev', 'foodhall'],
      meaning: 'the port of the site',
    }),
  HOST: listeningHost()
    .default('::')
    .register(described, {
      group: 'site',
      readers: ['api'],
      default: '`::`, all of them',
      meaning: 'the one address of this machine that the site listens on, such as `127.0.0.1` behind a proxy',
      example: '127.0.0.1',
    }),
  SITE_URL: httpAddress().register(described, {
    group: 'site',
    readers: ['api', 'foodhall', 'release'],
    default: "this machine's `PORT`; required by `npm run serve`",
    meaning: 'where customers open the site; links in emails begin with it',
    example: 'https://hall.example',
  }),
  TRUSTED_PROXIES: wholeNumber(0, 10)
    .default(0)
    .register(described, {
      group: 'site',
      readers: ['api'],
      meaning: 'how many reverse proxies are in front of the process, each of which adds itself to `X-Forwarded-For`',
      example: '1',
    }),
  CORS_ORIGINS: originList()
    .default([])
    .register(described, {
      group: 'site',
      readers: ['api'],
      meaning: 'other sites that may call the API, with commas between',
      example: 'https://partner.example',
    }),
  OVERRIDE_ORIGINS: originList({ isAnyPortMeant: true })
    .default([])
    .register(described, {
      group: 'site',
      readers: ['api'],
      meaning:
        "on a developer's own site: where every page may load a remote from (`http://localhost:*`); elsewhere a team's token allows it to one browser ([the team guide](../teams.md))",
      example: 'http://localhost:*',
    }),
  SITE_CONFIG: text().register(described, {
    group: 'site',
    readers: ['api'],
    meaning: 'a brand file: name, phone, website, support page, logo',
    example: 'brand.json',
  }),
  DIST_DIR: z
    .string()
    .default('dist')
    .register(described, {
      group: 'site',
      readers: ['api', 'start'],
      meaning: 'the builds and the registry that `npm start` serves',
    }),
  DRAIN_SECONDS: wholeNumber(0, 60)
    .default(0)
    .register(described, {
      group: 'site',
      readers: ['api'],
      meaning:
        'how long the API serves on after it is told to stop, while `/api/v1/ready` responds 503: as long as a balancer takes to notice',
      example: '3',
    }),
  FIRST_SCREEN_WAIT_MS: wholeNumber(0, 10_000)
    .default(200)
    .register(described, {
      group: 'site',
      readers: ['api'],
      meaning:
        'how long, in milliseconds, a page waits for the data of its first screen and of its title; after that it is sent without them. More suits a database that is far away, and a machine that is slow',
      example: '500',
    }),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .default('warn')
    .register(described, {
      group: 'site',
      readers: ['api'],
      meaning: 'the lowest level that the API logs: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
      example: 'info',
    }),
  METRICS_TOKEN: bearerToken(24).register(described, {
    group: 'site',
    readers: ['api'],
    default: 'none',
    meaning:
      'what a monitor sends as `Authorization: Bearer …` for `/api/v1/metrics` and `/api/v1/releases`; 24 characters or more. Other callers get a 404',
    secret: true,
  }),
  METRICS_ADDRESSES: networkList()
    .default([])
    .register(described, {
      group: 'site',
      readers: ['api'],
      default: 'this machine, where neither this nor `METRICS_TOKEN` is set and `TRUSTED_PROXIES` is 0; otherwise none',
      meaning: 'which addresses or networks read the same two without a token, with commas between',
      example: '127.0.0.1, 10.0.0.0/8',
    }),
  DEMO: oneOf('0', '1')
    .default('0')
    .register(described, {
      group: 'storage',
      readers: ['api', 'start'],
      default: '1 with `PAYMENTS=sandbox` under `npm start`, otherwise 0',
      meaning:
        '1 imports the demo market into a database without venues. With `PAYMENTS=test` it has to be asked for: its payment accounts are those of the sandbox, which no provider knows. Live payments refuse it, and a database that holds the vendors of the demo: their passwords are published',
    }),
  DATA_DIR: z
    .string()
    .default('.data')
    .register(described, {
      group: 'storage',
      readers: ['api', 'start', 'import', 'dev'],
      meaning: 'the embedded database, pictures, outgoing emails; `memory://` keeps nothing',
    }),
  DATABASE_URL: address('postgres:', 'postgresql:').register(described, {
    group: 'storage',
    readers: ['api', 'import'],
    meaning:
      'a PostgreSQL 15 or newer in place of the embedded database; reached directly, not through a pooler of transactions',
    secret: 'not an address of PostgreSQL',
  }),
  PAYMENTS: oneOf('sandbox', 'test', 'live').register(described, {
    group: 'payments',
    readers: ['api', 'start'],
    default: '`sandbox` under `npm start`, otherwise required',
    meaning:
      '`sandbox`, `test` or `live`; live refuses addresses of this machine and test keys. The database remembers the payments of its first start, and a start with others is refused; `npm run foodhall -- payments live --offline` takes it from test to live',
    example: 'sandbox',
  }),
  SECRET_NAMES: prefixList()
    .default(['STRIPE_', 'PAYSTACK_', 'GLOBAL_'])
    .register(described, {
      group: 'payments',
      readers: ['api', 'import'],
      default: '`STRIPE_, PAYSTACK_, GLOBAL_`',
      meaning:
        'how the names begin that a venue may give for its secrets; no other variable of the environment is read for a venue',
    }),
  STRIPE_API_BASE: httpAddress().register(described, {
    group: 'payments',
    readers: ['api'],
    default: "Stripe's own",
    meaning:
      'where the API of Stripe is; required with `PAYMENTS=sandbox`, as are the addresses of the other providers',
    example: 'https://api.stripe.com',
  }),
  STRIPE_SCRIPT_URL: httpAddress().register(described, {
    group: 'payments',
    readers: ['api'],
    default: '`https://js.stripe.com/endive/stripe.js`',
    meaning: 'where a page loads the script of Stripe from',
    example: 'https://js.stripe.com/endive/stripe.js',
  }),
  PAYSTACK_API_BASE: httpAddress().register(described, {
    group: 'payments',
    readers: ['api'],
    default: '`https://api.paystack.co`',
    meaning: 'where the API of Paystack is',
    example: 'https://api.paystack.co',
  }),
  PAYSTACK_SCRIPT_URL: httpAddress().register(described, {
    group: 'payments',
    readers: ['api'],
    default: '`https://js.paystack.co/v2/inline.js`',
    meaning: 'where a page loads the script of Paystack from',
    example: 'https://js.paystack.co/v2/inline.js',
  }),
  GLOBAL_HPP_URL: httpAddress().register(described, {
    group: 'payments',
    readers: ['api'],
    default: '`https://pay.realexpayments.com/pay` live, `https://pay.sandbox.realexpayments.com/pay` in test',
    meaning: 'the payment page that Global hosts',
    example: 'https://pay.sandbox.realexpayments.com/pay',
  }),
  GLOBAL_API_URL: httpAddress().register(described, {
    group: 'payments',
    readers: ['api'],
    default:
      '`https://api.realexpayments.com/epage-remote.cgi` live, `https://api.sandbox.realexpayments.com/epage-remote.cgi` in test',
    meaning: 'where the API of Global is',
    example: 'https://api.sandbox.realexpayments.com/epage-remote.cgi',
  }),
  STITCH_CLIENT_ID: text().register(described, {
    group: 'payments',
    readers: ['api'],
    meaning:
      'looking up and refunding payments of Stitch; off until this and `STITCH_CLIENT_SECRET` are set. A test client begins with `test-`; live payments refuse it',
    example: 'test-hall',
  }),
  STITCH_CLIENT_SECRET: text().register(described, {
    group: 'payments',
    readers: ['api'],
    meaning: 'the secret of `STITCH_CLIENT_ID`',
    secret: true,
  }),
  STITCH_TOKEN_URL: httpAddress().register(described, {
    group: 'payments',
    readers: ['api'],
    default: '`https://secure.stitch.money/connect/token`',
    meaning: 'where Stitch issues access tokens',
    example: 'https://secure.stitch.money/connect/token',
  }),
  STITCH_API_URL: httpAddress().register(described, {
    group: 'payments',
    readers: ['api'],
    default: '`https://api.stitch.money/graphql`',
    meaning: 'where the API of Stitch is',
    example: 'https://api.stitch.money/graphql',
  }),
  PUSHER_APP_ID: text().register(described, {
    group: 'realtime',
    readers: ['api'],
    default: 'the engine inside the API process',
    meaning:
      "an outside engine that speaks Pusher's protocol, in place of the one that API processes share by way of PostgreSQL; set with `PUSHER_KEY` and `PUSHER_SECRET`",
    example: 'hall',
  }),
  PUSHER_KEY: text().register(described, {
    group: 'realtime',
    readers: ['api'],
    meaning: 'the public key of the engine',
    example: 'hall-key',
  }),
  PUSHER_SECRET: text().register(described, {
    group: 'realtime',
    readers: ['api'],
    meaning: 'what signs the requests to the engine',
    secret: true,
  }),
  PUSHER_HOST: text().register(described, {
    group: 'realtime',
    readers: ['api'],
    default: "Pusher's own cluster",
    meaning: 'the host of the engine',
    example: 'ws.hall.example',
  }),
  PUSHER_PORT: wholeNumber(1, 65_535)
    .optional()
    .register(described, {
      group: 'realtime',
      readers: ['api'],
      default: 'that of the scheme',
      meaning: 'the port of the engine',
      example: '443',
    }),
  PUSHER_SCHEME: oneOf('http', 'https')
    .default('https')
    .register(described, {
      group: 'realtime',
      readers: ['api'],
      meaning: '`http` or `https`',
    }),
  PUSHER_CLUSTER: z
    .string()
    .default('mt1')
    .register(described, {
      group: 'realtime',
      readers: ['api'],
      meaning: "the cluster, where the engine is Pusher's own",
    }),
  SMTP_URL: address('smtp:', 'smtps:').register(described, {
    group: 'mail',
    readers: ['api'],
    default: 'emails are files in `DATA_DIR/outbox`',
    meaning: 'a mail server (`smtps://user:password@host`); `MAIL_FROM` and `SITE_URL` are then required',
    secret: 'not an address of a mail server',
  }),
  MAIL_FROM: text().register(described, {
    group: 'mail',
    readers: ['api'],
    meaning: 'the sender of emails',
    example: 'Foodhall <no-reply@hall.example>',
  }),
  VAPID_PUBLIC_KEY: vapidKey(65).register(described, {
    group: 'push',
    readers: ['api'],
    default: 'a pair that is stored in the database',
    meaning:
      'with `VAPID_PRIVATE_KEY`, the keys that sign Web Push (`npx web-push generate-vapid-keys`). Tested against a push service of our own only; a public one is untried',
    secret: 'something else',
  }),
  VAPID_PRIVATE_KEY: vapidKey(32).register(described, {
    group: 'push',
    readers: ['api'],
    meaning: 'the private half of the pair',
    secret: 'something else',
  }),
  VAPID_SUBJECT: pushContact()
    .optional()
    .register(described, {
      group: 'push',
      readers: ['api'],
      default: '`SITE_URL` where it is https, otherwise `mailto:webmaster@localhost.invalid`',
      meaning: 'a `mailto:` or `https:` contact for push services',
      example: 'mailto:webmaster@hall.example',
    }),
  SMS_URL: httpAddress().register(described, {
    group: 'sms',
    readers: ['api'],
    default: '`https://api.twilio.com`',
    meaning: 'where the API of Twilio, or a service that speaks it, is',
    example: 'https://api.twilio.com',
  }),
  SMS_ACCOUNT: text().register(described, {
    group: 'sms',
    readers: ['api'],
    default: 'none: the site sends no text messages',
    meaning:
      'the account that sends text messages (`AC…`, its Account SID); set with `SMS_TOKEN`, `SMS_FROM` and `SITE_URL`. Each message costs money ([text messages](../operate.md#text-messages))',
    example: 'AC00000000000000000000000000000000',
  }),
  SMS_TOKEN: text().register(described, {
    group: 'sms',
    readers: ['api'],
    meaning: 'the Auth Token of that account, which also signs what the service tells the site',
    secret: true,
  }),
  SMS_FROM: phoneNumber().register(described, {
    group: 'sms',
    readers: ['api'],
    meaning: 'the number that text messages come from. Guests reply STOP to it',
    example: '+447700900000',
  }),
  SMS_DAY_LIMIT: wholeNumber(1, 1_000_000)
    .default(500)
    .register(described, {
      group: 'sms',
      readers: ['api'],
      meaning:
        'how many text messages the whole site sends in a day of UTC at most; at most half of them are codes. Further ones are not sent',
    }),
  REGISTRY_KEY: text().register(described, {
    group: 'release',
    readers: ['api', 'build', 'release'],
    default: '`.keys/registry.pem`, which the first build creates; the API has none, and no release service then',
    meaning:
      'the private key that signs the registry: Ed25519, in PEM. With it the API is the release service of the site',
    secret: true,
  }),
  REGISTRY_KEY_FILE: text().register(described, {
    group: 'release',
    readers: ['api', 'build', 'release'],
    meaning: 'a file with that key, read where `REGISTRY_KEY` is not set',
    example: '/run/secrets/registry.pem',
  }),
  REGISTRY_SITE: text().register(described, {
    group: 'release',
    readers: ['api', 'release'],
    default: 'the origin of `SITE_URL`',
    meaning:
      'the name that the release service, or a release into a folder, signs the registry for. Sites with the same key need different names: a page refuses the registry of another one',
    example: 'production',
  }),
  DESK_OIDC_ISSUER: address('https:').register(described, {
    group: 'release',
    readers: ['api'],
    default: 'none: people sign in with a passkey',
    meaning:
      'the OpenID provider with which people of teams sign in to the release desk. It has to confirm emails; the redirect address is `SITE_URL` and `/api/v1/desk/provider/callback`',
    example: 'https://id.hall.example',
  }),
  DESK_OIDC_CLIENT_ID: text().register(described, {
    group: 'release',
    readers: ['api'],
    meaning: 'the name of the desk at that provider',
    example: 'foodhall-desk',
  }),
  DESK_OIDC_CLIENT_SECRET: text().register(described, {
    group: 'release',
    readers: ['api'],
    meaning: 'the secret of the desk there',
    secret: true,
  }),
  RELEASE_TWO_PERSONS: nameList()
    .default([])
    .register(described, {
      group: 'release',
      readers: ['api'],
      meaning:
        'the apps whose staged releases go live when two people have approved them, with commas between; `*` is every app. For the others one person is enough',
      example: 'host,checkout',
    }),
  RELEASE_NEEDS_PROVENANCE: nameList()
    .default([])
    .register(described, {
      group: 'release',
      readers: ['api'],
      meaning:
        'the apps that the release service takes only with [provenance](registry.md#provenance), with commas between; `*` is every app',
      example: 'host,checkout',
    }),
  REGISTRY_GRACE_HOURS: wholeNumber(1, 168)
    .default(24)
    .register(described, {
      group: 'release',
      readers: ['api'],
      meaning:
        'for how many hours after the metadata of the registry have ended pages go on without a message. The metadata have to be signed again before',
    }),
  REGISTRY_PUBLIC_KEYS: text().register(described, {
    group: 'release',
    readers: ['build', 'release'],
    meaning:
      'which other keys a shell built now trusts: each the 32 bytes of an Ed25519 public key in base64, with commas between',
  }),
  REGISTRY_TRUSTED_KEYS: text().register(described, {
    group: 'release',
    readers: ['build'],
    meaning:
      'all keys that a shell built now trusts, in the form of `REGISTRY_PUBLIC_KEYS`, for a build without the private key',
  }),
  REGISTRY_TIMESTAMP_MINUTES: wholeNumber(5, 10_080)
    .default(60)
    .register(described, {
      group: 'release',
      readers: ['api', 'release'],
      meaning:
        'for how long the timestamp of the release metadata is valid; it is signed again after half of that. A client takes no older one',
    }),
  REGISTRY_SNAPSHOT_HOURS: wholeNumber(1, 720)
    .default(24)
    .register(described, {
      group: 'release',
      readers: ['api', 'release'],
      meaning: 'for how long the snapshot of the release metadata is valid; it is signed again after half of that',
    }),
  TEAM_KEY: text().register(described, {
    group: 'release',
    readers: ['release'],
    default: 'the key that signs the registry, where it has the role of the app',
    meaning: 'the private key with which a team signs the releases of its app: Ed25519, in PEM',
    secret: true,
  }),
  TEAM_KEY_FILE: text().register(described, {
    group: 'release',
    readers: ['release'],
    meaning: 'a file with that key, read where `TEAM_KEY` and `--key` are not set; several with commas between',
  }),
  KEY_PASSPHRASE: text().register(described, {
    group: 'release',
    readers: ['release'],
    default: 'the command asks at the terminal',
    meaning: 'the passphrase of an encrypted key file',
    secret: true,
  }),
  FOODHALL_TARGET: text().register(described, {
    group: 'release',
    readers: ['release'],
    meaning: 'the site of the remote kit’s commands, and of `npm run keys`, where they have no `--target`',
    example: 'https://hall.example',
  }),
  RELEASE_TOKEN: text().register(described, {
    group: 'release',
    readers: ['release'],
    meaning:
      'the bearer token for `--target https://…`: of a site with a release service, what `npm run foodhall -- team create` printed',
    secret: true,
  }),
  FOODHALL_ID_TOKEN: text().register(described, {
    group: 'release',
    readers: ['release'],
    meaning:
      'in a GitLab job, the identity token of `id_tokens`, whose `aud` is the address of the site. It replaces `RELEASE_TOKEN` where the site trusts the workflow',
    secret: true,
  }),
  FROM_RELEASE_TOKEN: text().register(described, {
    group: 'release',
    readers: ['release'],
    default: '`RELEASE_TOKEN` where that is the token of the same site',
    meaning: '`npm run promote` and `npm run verify`: the release token of the site that the build comes from',
    secret: true,
  }),
  AWS_ACCESS_KEY_ID: text().register(described, {
    group: 'release',
    readers: ['release'],
    meaning: 'the access key for `--target s3://…`',
    secret: true,
  }),
  AWS_SECRET_ACCESS_KEY: text().register(described, {
    group: 'release',
    readers: ['release'],
    meaning: 'its secret',
    secret: true,
  }),
  AWS_SESSION_TOKEN: text().register(described, {
    group: 'release',
    readers: ['release'],
    meaning: 'its token, if it is of a session',
    secret: true,
  }),
  AWS_REGION: text().register(described, {
    group: 'release',
    readers: ['release'],
    default: 'required without `AWS_ENDPOINT_URL_S3`; otherwise `us-east-1`',
    meaning: 'the region of the bucket of `--target s3://…`',
    example: 'eu-west-1',
  }),
  AWS_ENDPOINT_URL_S3: text().register(described, {
    group: 'release',
    readers: ['release'],
    default: 'AWS, in `AWS_REGION`',
    meaning: 'the address of an S3-compatible store that is not of AWS',
    example: 'https://store.example',
  }),
  XDG_CONFIG_HOME: text().register(described, {
    group: 'commands',
    readers: ['foodhall'],
    default: '`~/.config`',
    meaning:
      'the folder of your settings: `foodhall login` stores its session in `foodhall/sites.json` of it, which only you can read',
    example: '/home/me/.config',
  }),
  API_URL: text().register(described, {
    group: 'development',
    readers: ['dev'],
    default: 'an API of its own',
    meaning: 'a running `npm start` of this clone, whose API `npm run dev` uses',
    example: 'http://localhost:8080',
  }),
  OVERRIDE_PORT: wholeNumber(1, 65_535)
    .default(3001)
    .register(described, {
      group: 'development',
      readers: ['dev'],
      meaning:
        '`npm run dev catalog -- --shell …`: the port of the first remote; each further remote takes the next one',
    }),
  PAY_SANDBOX_PORT: wholeNumber(0, 65_535)
    .optional()
    .register(described, {
      group: 'sandbox',
      readers: ['start', 'sandbox'],
      default: '`PORT` + 1 under `npm start`, 8081 on its own',
      meaning: 'the port of the payment sandbox',
      example: '8081',
    }),
  PAY_SANDBOX_HOST: z
    .string()
    .default('127.0.0.1')
    .register(described, {
      group: 'sandbox',
      readers: ['sandbox'],
      meaning: 'the address that the sandbox listens on',
    }),
  PAY_SANDBOX_STATE: text().register(described, {
    group: 'sandbox',
    readers: ['sandbox'],
    default: '`DATA_DIR/pay-sandbox.json` under `npm start`, on its own none: the state is lost when it ends',
    meaning: 'the file that keeps the state of the sandbox. `npm start` sets it',
  }),
  PAY_SANDBOX_ORIGINS: text().register(described, {
    group: 'sandbox',
    readers: ['sandbox'],
    default: 'any port of localhost',
    meaning: 'other origins that may frame the payment form, with spaces between',
    example: 'http://192.168.0.10:8080',
  }),
  PAY_SANDBOX_CONFIG: text().register(described, {
    group: 'sandbox',
    readers: ['sandbox'],
    default: 'the accounts of the demo under `npm start`, on its own none',
    meaning:
      'the accounts of the sandbox: JSON, or the path of a JSON file (the format: `pay-sandbox/src/config.ts`). `npm start` sets it',
  }),
  BROWSER_PATH: text().register(described, {
    group: 'measuring',
    readers: ['journeys', 'benches'],
    default: 'the Chrome or Chromium that `PATH` has',
    meaning: 'the browser of the journeys and benches',
    example: '/usr/bin/chromium',
  }),
  BENCH_ROUNDS: z
    .string()
    .default('5')
    .register(described, {
      group: 'measuring',
      readers: ['benches'],
      meaning: '`npm run bench:api`: how many rounds a figure is the median of',
    }),
  BENCH_SOCKETS: z
    .string()
    .default('10000')
    .register(described, {
      group: 'measuring',
      readers: ['benches'],
      meaning: '`npm run bench:api`: how many idle sockets are opened',
    }),
  SLOWDOWN: z
    .string()
    .default('4')
    .register(described, {
      group: 'measuring',
      readers: ['benches'],
      meaning: '`npm run bench:interaction`: how many times the processor of the browser is slowed',
    }),
} as const;

export type SettingName = keyof typeof settings;
/** The value of a setting after its rule. */
export type SettingValue<K extends SettingName> = z.output<(typeof settings)[K]>;

/** Settings whose names a venue's document chooses. A `*` is any text. */
export const patterns: Readonly<Record<string, Setting>> = {
  'STRIPE_SECRET_*': {
    group: 'payments',
    readers: ['api'],
    meaning: 'the secret key of a venue that uses Stripe: the name is `secret_env` of its document',
    secret: true,
  },
  'STRIPE_WEBHOOK_SECRET_*': {
    group: 'payments',
    readers: ['api'],
    meaning: 'what Stripe signs its webhooks with: the name is `webhook_secret_env` of the document',
    secret: true,
  },
  'PAYSTACK_SECRET_*': {
    group: 'payments',
    readers: ['api'],
    meaning: 'the secret key of a venue that uses Paystack: the name is `secret_env` of its document',
    secret: true,
  },
  'GLOBAL_SECRET_*': {
    group: 'payments',
    readers: ['api'],
    meaning:
      'the shared secret of a venue that uses Global: the name is `secret_env` of its document. The same name with `_REBATE` is its rebate password, which refunds need',
    secret: true,
  },
};
