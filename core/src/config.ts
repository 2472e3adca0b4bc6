/** The configuration of the API, read once from the environment by the table of settings. */
import { type KeyObject, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from 'settings/environment';
import { ConfigError, problemOfSecretName, readSecret, readSetting, readText } from 'settings/read';
import { readRegistryKey } from 'settings/registry-key';
import type { SettingName } from 'settings/table';

export { ConfigError, type Environment };

export type PaymentsMode = 'sandbox' | 'test' | 'live';

/** The address that events are sent to: the endpoint inside this process, or an outside engine that speaks Pusher's protocol. */
export interface RealtimeConfig {
  isEmbedded: boolean;
  appId: string;
  key: string;
  secret: string;
  /** Absent for the embedded endpoint (the page's own host) and for Pusher's hosted clusters. */
  host: string | null;
  port: number | null;
  scheme: 'http' | 'https';
  /** pusher-js wants one even when self-hosted. */
  cluster: string;
}

/** A mail server, as an address with its user and password, and the sender of emails. */
export interface SmtpConfig {
  url: string;
  from: string;
}

/** An account at a service that sends text messages, and the number that they come from. */
export interface SmsConfig {
  /** Without a slash at its end. */
  url: string;
  account: string;
  token: string;
  from: string;
  /** The most messages of the whole site in a day. */
  dayLimit: number;
}

export interface PushConfig {
  /** Null: the database makes and stores a pair of its own. */
  keys: { publicKey: string; privateKey: string } | null;
  /** The contact for push services: a mailto: or https: address. */
  subject: string;
}

export interface StorageConfig {
  /** An absolute path, or 'memory://' where nothing is stored. */
  dataDir: string;
  /** A PostgreSQL address; null for the embedded database in dataDir. */
  databaseUrl: string | null;
  /** The folder of the pictures. The name of a file is a hash of its content. */
  mediaDir: string;
}

export interface StitchConfig {
  clientId: string;
  clientSecret: string;
  tokenUrl: string;
  apiUrl: string;
}

/** The settings by which the command line checks the released apps. */
export interface RegistryConfig {
  /** The folder of the builds: apps, registry and the host's page. */
  distDir: string;
  /** The private key that signs the registry, in PEM. Null: this site has no release service. */
  registryKey: string | null;
  /** The site that the registry is signed for. Null: any site. */
  registrySite: string | null;
}

export interface Config extends StorageConfig, RegistryConfig {
  /** The address of this machine that the site listens on; '::' is all of them. */
  host: string;
  port: number;
  /** The OpenID provider with which people sign in to the release desk. Null: none. */
  deskProvider: { issuer: string; clientId: string; clientSecret: string } | null;
  /** The apps whose staged releases need two people; '*' is every app. */
  releaseTwoPersons: readonly string[];
  /** The apps that are released only with provenance; '*' is every app. */
  releaseNeedsProvenance: readonly string[];
  /** For how long the metadata of releases are valid that this process signs. */
  registryLives: { snapshotMs: number; timestampMs: number };
  registryGraceHours: number;
  /** A brand file that replaces the default brand's values; null for none. */
  siteConfigPath: string | null;
  /** The address at which customers reach the site. Links in emails begin with it, as a caller may write any Host header. */
  siteUrl: string;
  /** Null: emails are written to a folder of dataDir. */
  smtp: SmtpConfig | null;
  /** Null: the site sends no text messages. */
  sms: SmsConfig | null;
  /** Other origins whose pages may call this API. */
  corsOrigins: readonly string[];
  /** The origins from which developers may load a remote into their own page; 'http://localhost:*' allows any port. */
  overrideOrigins: readonly string[];
  realtime: RealtimeConfig;
  push: PushConfig;
  payments: {
    mode: PaymentsMode;
    /** Null: the provider's own address. */
    stripeApiBase: string | null;
    stripeScriptUrl: string;
    paystackApiBase: string;
    paystackScriptUrl: string;
    /** Global's hosted payment page, and the address of its queries. */
    globalHppUrl: string;
    globalApiUrl: string;
    /** Null: payments of Stitch are neither looked up nor refunded. */
    stitch: StitchConfig | null;
  };
  /** Import the demo market into a database that has no venues. */
  isDemo: boolean;
  /** True for a production start: it loads no demo, and a missing key stops it. */
  isProduction: boolean;
  /** The number of reverse proxies before this process; their X-Forwarded-For entries are believed. */
  trustedProxies: number;
  /** The metrics and releases are readable with the token, and from these addresses and networks. */
  metrics: { token: string | null; addresses: readonly string[] };
  /** How long the process keeps serving after it is told to stop. Meanwhile it reports that it is not ready. */
  drainMs: number;
  /** The time that a page waits for the data of its first screen; after that it is sent without. */
  firstScreenWaitMs: number;
  /** The lowest level that is logged, such as 'warn'. */
  logLevel: string;
  /** A secret named by a venue's document (secret_env, webhook_secret_env); null when it is not set, or SECRET_NAMES does not allow its name. */
  secret(name: string): string | null;
  /** Says why a variable may not hold a secret of a venue. Null means that it may. */
  problemOfSecretName(name: string): string | null;
}

export const MEMORY = 'memory://';
const STRIPE_SCRIPT = 'https://js.stripe.com/endive/stripe.js';
const PAYSTACK_API = 'https://api.paystack.co';
const PAYSTACK_SCRIPT = 'https://js.paystack.co/v2/inline.js';
const SMS_API = 'https://api.twilio.com';
const STITCH_TOKEN = 'https://secure.stitch.money/connect/token';
const STITCH_API = 'https://api.stitch.money/graphql';

/** @throws ConfigError with every setting that is missing or wrong */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  /** A wrong value adds its sentences to the problems, and the other settings are still read. */
  const checked = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.sentences);
      // No caller sees this value: a configuration with a problem is never returned.
      return undefined as T;
    }
  };
  const read = <K extends SettingName>(name: K) => checked(() => readSetting(environment, name));
  // SECRET_NAMES is otherwise read only when a venue names a secret. Reading it here reports a mistake at the start.
  read('SECRET_NAMES');
  const mode = read('PAYMENTS');
  const port = read('PORT');
  const siteConfig = read('SITE_CONFIG');
  const config: Config = {
    host: read('HOST'),
    port,
    ...checked(() => readStorageConfig(environment)),
    ...readRegistryConfig(environment, checked),
    registryLives: {
      snapshotMs: read('REGISTRY_SNAPSHOT_HOURS') * 3_600_000,
      timestampMs: read('REGISTRY_TIMESTAMP_MINUTES') * 60_000,
    },
    deskProvider: checked(() => readDeskProvider(environment)),
    releaseTwoPersons: read('RELEASE_TWO_PERSONS'),
    releaseNeedsProvenance: read('RELEASE_NEEDS_PROVENANCE'),
    registryGraceHours: read('REGISTRY_GRACE_HOURS'),
    siteConfigPath: siteConfig === undefined ? null : resolve(siteConfig),
    siteUrl: read('SITE_URL')?.replace(/\/+$/, '') ?? `http://localhost:${port}`,
    smtp: readSmtp(environment, checked),
    sms: checked(() => readSms(environment)),
    corsOrigins: read('CORS_ORIGINS'),
    overrideOrigins: read('OVERRIDE_ORIGINS'),
    realtime: checked(() => readRealtime(environment)),
    push: checked(() => readPush(environment)),
    payments: readPayments(environment, mode, checked),
    isDemo: checked(() => readDemo(environment, mode)),
    isProduction: false,
    trustedProxies: read('TRUSTED_PROXIES'),
    metrics: { token: read('METRICS_TOKEN') ?? null, addresses: read('METRICS_ADDRESSES') },
    drainMs: read('DRAIN_SECONDS') * 1_000,
    firstScreenWaitMs: read('FIRST_SCREEN_WAIT_MS'),
    logLevel: read('LOG_LEVEL'),
    secret: (name) => readSecret(environment, name) ?? null,
    problemOfSecretName: (name) => problemOfSecretName(environment, name),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/**
 * Reads the settings of a production start. They must name a database (DATABASE_URL, or DATA_DIR for a trial), the site's address and the
 * payments of a provider.
 * @throws ConfigError with every setting that is missing or wrong
 */
export function readProductionConfig(environment: Environment): Config {
  const problems: string[] = [];
  if (!readText(environment, 'DATABASE_URL') && !readText(environment, 'DATA_DIR')) {
    problems.push(
      'DATABASE_URL is not set; it must be the address of a PostgreSQL, such as postgres://foodhall:…@localhost/foodhall. A trial without one sets DATA_DIR, and so takes the embedded database.',
    );
  }
  if (!readText(environment, 'SITE_URL')) {
    problems.push("SITE_URL is not set; it must be the site's own address, such as https://hall.example.");
  }
  const payments = readText(environment, 'PAYMENTS');
  if (!payments || payments === 'sandbox') {
    const given = payments ? `'${payments}'` : 'not set';
    problems.push(
      `PAYMENTS is ${given}; it must be live, or test for the test keys of the providers. The sandbox is for npm start.`,
    );
  }
  // PAYMENTS has its own error. With an invalid mode, the addresses of the sandbox are not required.
  const known = problems.length > 0 && (!payments || payments === 'sandbox') ? { PAYMENTS: 'test' } : {};
  try {
    const config = readConfig({ ...environment, ...known, DEMO: '0' });
    if (problems.length === 0) return { ...config, isProduction: true };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.sentences.filter((sentence) => !problems.some((other) => isSameSetting(sentence, other))));
  }
  throw new ConfigError(problems);
}

/** True when both sentences begin with the same setting. */
const isSameSetting = (sentence: string, other: string) => sentence.split(' ')[0] === other.split(' ')[0];

type Checked = <T>(read: () => T) => T;

/** Reads the settings that the checks of the released apps need. @throws ConfigError */
export function readRegistryConfig(environment: Environment, checked: Checked = (read) => read()): RegistryConfig {
  const read = <K extends SettingName>(name: K) => checked(() => readSetting(environment, name));
  return {
    distDir: resolve(read('DIST_DIR')),
    registryKey: checked(() => pemOf(readRegistryKey(environment))),
    registrySite: read('REGISTRY_SITE') ?? siteOrigin(read('SITE_URL')),
  };
}

/** Reads the settings that the importer needs on its own. @throws ConfigError */
export function readStorageConfig(environment: Environment): StorageConfig {
  const setting = readSetting(environment, 'DATA_DIR');
  const dataDir = setting === MEMORY ? MEMORY : resolve(setting);
  return {
    dataDir,
    databaseUrl: readSetting(environment, 'DATABASE_URL') ?? null,
    mediaDir: dataDir === MEMORY ? join(tmpdir(), `foodhall-media-${process.pid}`) : join(dataDir, 'media'),
  };
}

/** Reads the storage of a site that was started before. @throws ConfigError when its embedded database does not exist */
export function readStoredConfig(environment: Environment): StorageConfig {
  const config = readStorageConfig(environment);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null && (dataDir === MEMORY || !existsSync(join(dataDir, 'database')))) {
    throw new ConfigError(
      'DATA_DIR',
      dataDir,
      'the folder of a site that was started once, where DATABASE_URL is not set',
    );
  }
  return config;
}

/** The demo's passwords are published, so live payments refuse the demo. */
function readDemo(environment: Environment, mode: PaymentsMode): boolean {
  const demo = readSetting(environment, 'DEMO');
  if (demo === '1' && mode === 'live') throw new ConfigError('DEMO', demo, '0 or unset when PAYMENTS is live');
  return demo === '1';
}

function readPayments(environment: Environment, mode: PaymentsMode, checked: Checked): Config['payments'] {
  const addressOf = (setting: PaymentAddress) => checked(() => paymentAddress(environment, mode, setting));
  const globalHost = mode === 'live' ? 'realexpayments.com' : 'sandbox.realexpayments.com';
  return {
    mode,
    stripeApiBase: addressOf('STRIPE_API_BASE'),
    stripeScriptUrl: addressOf('STRIPE_SCRIPT_URL') ?? STRIPE_SCRIPT,
    paystackApiBase: addressOf('PAYSTACK_API_BASE') ?? PAYSTACK_API,
    paystackScriptUrl: addressOf('PAYSTACK_SCRIPT_URL') ?? PAYSTACK_SCRIPT,
    globalHppUrl: addressOf('GLOBAL_HPP_URL') ?? `https://pay.${globalHost}/pay`,
    globalApiUrl: addressOf('GLOBAL_API_URL') ?? `https://api.${globalHost}/epage-remote.cgi`,
    // The mode of the payments decides which keys Stitch may have, so an invalid mode has no Stitch settings.
    stitch: mode ? checked(() => readStitch(environment, mode)) : null,
  };
}

function readStitch(environment: Environment, mode: PaymentsMode): StitchConfig | null {
  const clientId = readSetting(environment, 'STITCH_CLIENT_ID');
  const clientSecret = readSetting(environment, 'STITCH_CLIENT_SECRET');
  if (!clientId && !clientSecret) return null;
  if (!clientId || !clientSecret) {
    const missing = clientId ? 'STITCH_CLIENT_SECRET' : 'STITCH_CLIENT_ID';
    throw new ConfigError(missing, undefined, 'set: STITCH_CLIENT_ID and STITCH_CLIENT_SECRET go together');
  }
  if (clientId.startsWith('test-') === (mode === 'live')) {
    throw new ConfigError('STITCH_CLIENT_ID', clientId, `a ${mode === 'live' ? 'live' : 'test'} client's`);
  }
  return {
    clientId,
    clientSecret,
    tokenUrl: paymentAddress(environment, mode, 'STITCH_TOKEN_URL') ?? STITCH_TOKEN,
    apiUrl: paymentAddress(environment, mode, 'STITCH_API_URL') ?? STITCH_API,
  };
}

function readRealtime(environment: Environment): RealtimeConfig {
  const appId = readSetting(environment, 'PUSHER_APP_ID');
  const key = readSetting(environment, 'PUSHER_KEY');
  const secret = readSetting(environment, 'PUSHER_SECRET');
  if (!appId && !key && !secret) {
    for (const name of ['PUSHER_HOST', 'PUSHER_PORT', 'PUSHER_SCHEME', 'PUSHER_CLUSTER'] as const) {
      if (readText(environment, name)) {
        throw new ConfigError('PUSHER_APP_ID', undefined, `set, with PUSHER_KEY and PUSHER_SECRET, where ${name} is`);
      }
    }
    return {
      isEmbedded: true,
      appId: 'foodhall',
      key: 'foodhall',
      secret: randomBytes(32).toString('hex'),
      host: null,
      port: null,
      scheme: 'http',
      cluster: 'local',
    };
  }
  const required = (name: SettingName, value: string | undefined): string => {
    if (!value) throw new ConfigError(name, undefined, 'set: PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET go together');
    return value;
  };
  return {
    isEmbedded: false,
    appId: required('PUSHER_APP_ID', appId),
    key: required('PUSHER_KEY', key),
    secret: required('PUSHER_SECRET', secret),
    host: readSetting(environment, 'PUSHER_HOST') ?? null,
    port: readSetting(environment, 'PUSHER_PORT') ?? null,
    scheme: readSetting(environment, 'PUSHER_SCHEME'),
    cluster: readSetting(environment, 'PUSHER_CLUSTER'),
  };
}

function readPush(environment: Environment): PushConfig {
  const siteUrl = readText(environment, 'SITE_URL');
  const fallback = siteUrl?.startsWith('https://') ? siteUrl : 'mailto:webmaster@localhost.invalid';
  const subject = readSetting(environment, 'VAPID_SUBJECT') ?? fallback;
  if (!readText(environment, 'VAPID_PUBLIC_KEY') && !readText(environment, 'VAPID_PRIVATE_KEY')) {
    return { keys: null, subject };
  }
  return {
    keys: {
      publicKey: readSetting(environment, 'VAPID_PUBLIC_KEY'),
      privateKey: readSetting(environment, 'VAPID_PRIVATE_KEY'),
    },
    subject,
  };
}

const pemOf = (key: KeyObject | null): string | null => key && String(key.export({ type: 'pkcs8', format: 'pem' }));

const siteOrigin = (url: string | undefined): string | null => (url === undefined ? null : new URL(url).origin);

/** Emails that leave this machine need a sender, and links that lead back from anywhere. */
function readSmtp(environment: Environment, checked: Checked): SmtpConfig | null {
  const url = checked(() => readSetting(environment, 'SMTP_URL'));
  if (readText(environment, 'SMTP_URL') === undefined) return null;
  const from = readSetting(environment, 'MAIL_FROM') ?? '';
  checked(() => {
    if (/^[^<>]*<?[^\s@<>]+@[^\s@<>]+>?$/.test(from)) return;
    throw new ConfigError(
      'MAIL_FROM',
      from || undefined,
      "a sender, such as 'Foodhall <no-reply@hall.example>', where SMTP_URL is set",
    );
  });
  checked(() => {
    if (readText(environment, 'SITE_URL')) return;
    throw new ConfigError('SITE_URL', undefined, "the site's own address where SMTP_URL is set, as emails link to it");
  });
  return url === undefined ? null : { url, from };
}

/** The sending account, with the address at which its service tells the site what became of a message. */
function readSms(environment: Environment): SmsConfig | null {
  const account = readSetting(environment, 'SMS_ACCOUNT');
  const token = readSetting(environment, 'SMS_TOKEN');
  const from = readSetting(environment, 'SMS_FROM');
  if (!account && !token && !from) return null;
  const required = (name: SettingName, value: string | undefined): string => {
    if (value) return value;
    throw new ConfigError(name, undefined, 'set: SMS_ACCOUNT, SMS_TOKEN, SMS_FROM and SITE_URL go together');
  };
  required('SITE_URL', readText(environment, 'SITE_URL'));
  return {
    url: readSetting(environment, 'SMS_URL')?.replace(/\/+$/, '') ?? SMS_API,
    account: required('SMS_ACCOUNT', account),
    token: required('SMS_TOKEN', token),
    from: required('SMS_FROM', from),
    dayLimit: readSetting(environment, 'SMS_DAY_LIMIT'),
  };
}

function readDeskProvider(environment: Environment): Config['deskProvider'] {
  const issuer = readSetting(environment, 'DESK_OIDC_ISSUER');
  const clientId = readSetting(environment, 'DESK_OIDC_CLIENT_ID');
  const clientSecret = readSetting(environment, 'DESK_OIDC_CLIENT_SECRET');
  if (!issuer && !clientId && !clientSecret) return null;
  const required = (name: SettingName, value: string | undefined): string => {
    if (value) return value;
    throw new ConfigError(
      name,
      undefined,
      'set: DESK_OIDC_ISSUER, DESK_OIDC_CLIENT_ID, DESK_OIDC_CLIENT_SECRET and SITE_URL go together',
    );
  };
  required('SITE_URL', readText(environment, 'SITE_URL'));
  return {
    issuer: required('DESK_OIDC_ISSUER', issuer),
    clientId: required('DESK_OIDC_CLIENT_ID', clientId),
    clientSecret: required('DESK_OIDC_CLIENT_SECRET', clientSecret),
  };
}

type PaymentAddress =
  | `${'STRIPE' | 'PAYSTACK'}_${'API_BASE' | 'SCRIPT_URL'}`
  | `GLOBAL_${'HPP' | 'API'}_URL`
  | `STITCH_${'TOKEN' | 'API'}_URL`;

/** A payment provider's address: sandbox needs one, live refuses one on this machine or without encryption. */
function paymentAddress(environment: Environment, mode: PaymentsMode, setting: PaymentAddress): string | null {
  const value = readSetting(environment, setting);
  if (mode === 'sandbox' && value === undefined) {
    throw new ConfigError(setting, undefined, "the sandbox's address when PAYMENTS is sandbox");
  }
  if (mode === 'live' && value !== undefined) {
    const { protocol, hostname } = new URL(value);
    if (protocol !== 'https:' || isLoopback(hostname)) {
      throw new ConfigError(setting, value, 'an https address of another machine, or unset, when PAYMENTS is live');
    }
  }
  return value?.replace(/\/+$/, '') ?? null;
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname.startsWith('127.') ||
    hostname === '0.0.0.0' ||
    hostname === '[::1]' ||
    hostname === '[::]' ||
    hostname.startsWith('[::ffff:7f')
  );
}
