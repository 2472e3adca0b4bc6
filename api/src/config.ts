/** The environment, read once. Nothing else in the API looks at process.env. */
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export type PaymentsMode = 'sandbox' | 'test' | 'live';

/** Where events are sent: the endpoint inside this process, or an outside engine that speaks Pusher's protocol. */
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

/** A mail server, as an address with its user and password, and whom letters come from. */
export interface SmtpConfig {
  url: string;
  from: string;
}

export interface PushConfig {
  /** null: a pair of this data directory's own. */
  keys: { publicKey: string; privateKey: string } | null;
  /** Whom a push service writes to about us: a mailto: or https: address. */
  subject: string;
}

export interface StorageConfig {
  /** An absolute path, or 'memory://' where nothing is kept. */
  dataDir: string;
  /** A PostgreSQL address; null for the embedded database in dataDir. */
  databaseUrl: string | null;
  /** Pictures, named by what they hold. */
  mediaDir: string;
}

export interface StitchConfig {
  clientId: string;
  clientSecret: string;
  /** Which of the account's beneficiaries is paid; null: the account has one. */
  merchantId: string | null;
  tokenUrl: string;
  apiUrl: string;
}

export interface Config extends StorageConfig {
  port: number;
  /** dist/ of the builds: parts, registry, host page. */
  distDir: string;
  /** A brand file that replaces the default brand's values; null for none. */
  siteConfigPath: string | null;
  /** Where customers reach the site; links in letters begin with it (a request's Host header is anybody's to write). */
  siteUrl: string;
  /** null: letters are written to a folder of dataDir. */
  smtp: SmtpConfig | null;
  /** Other origins whose pages may call this API. */
  corsOrigins: readonly string[];
  /** Where developers may have the page take a remote from, for themselves; any port of a host by 'http://localhost:*'. */
  overrideOrigins: readonly string[];
  realtime: RealtimeConfig;
  push: PushConfig;
  payments: {
    mode: PaymentsMode;
    /** null: the provider's own address. */
    stripeApiBase: string | null;
    stripeScriptUrl: string;
    paystackApiBase: string;
    paystackScriptUrl: string;
    /** Global's hosted payment page, and where it answers queries. */
    globalHppUrl: string;
    globalApiUrl: string;
    /** null: no payments with Stitch. */
    stitch: StitchConfig | null;
  };
  /** Import the demo market into a database that has no venues. */
  isDemo: boolean;
  /** How many reverse proxies stand before this process; their X-Forwarded-For entries are believed. */
  trustedProxies: number;
  /** A secret named by a venue's document (secret_env, webhook_secret_env); null when it is not set. */
  secret(name: string): string | null;
}

/** One sentence for the operator: the setting, what was found, what is allowed. */
export class ConfigError extends Error {
  constructor(setting: string, found: string | undefined, allowed: string) {
    super(`${setting} is ${found === undefined ? 'not set' : `'${found}'`}; it must be ${allowed}.`);
    this.name = 'ConfigError';
  }
}

export const MEMORY = 'memory://';
const STRIPE_SCRIPT = 'https://js.stripe.com/endive/stripe.js';
const PAYSTACK_API = 'https://api.paystack.co';
const PAYSTACK_SCRIPT = 'https://js.paystack.co/v2/inline.js';
const STITCH_TOKEN = 'https://secure.stitch.money/connect/token';
const STITCH_API = 'https://api.stitch.money/graphql';

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError for the first setting that is wrong. */
export function readConfig(environment: Environment): Config {
  const read = reader(environment);

  const mode = oneOf('PAYMENTS', read('PAYMENTS'), ['sandbox', 'test', 'live']);
  const port = wholeNumber('PORT', read('PORT') ?? '8080', 0, 65_535);
  return {
    port,
    ...readStorageConfig(environment),
    distDir: resolve(read('DIST_DIR') ?? 'dist'),
    siteConfigPath: mapped(read('SITE_CONFIG'), (path) => resolve(path)),
    siteUrl:
      address('SITE_URL', read('SITE_URL'), ['http:', 'https:'])?.replace(/\/+$/, '') ?? `http://localhost:${port}`,
    smtp: readSmtp(read),
    corsOrigins: originList('CORS_ORIGINS', read('CORS_ORIGINS')),
    overrideOrigins: originList('OVERRIDE_ORIGINS', read('OVERRIDE_ORIGINS'), true),
    realtime: readRealtime(read),
    push: readPush(read),
    payments: readPayments(read, mode),
    isDemo: oneOf('DEMO', read('DEMO') ?? '0', ['0', '1']) === '1',
    trustedProxies: wholeNumber('TRUSTED_PROXIES', read('TRUSTED_PROXIES') ?? '0', 0, 10),
    secret: (name) => read(name) ?? null,
  };
}

/** What the importer needs on its own. @throws ConfigError */
export function readStorageConfig(environment: Environment): StorageConfig {
  const read = reader(environment);
  const found = read('DATA_DIR') ?? '.data';
  const dataDir = found === MEMORY ? MEMORY : resolve(found);
  return {
    dataDir,
    databaseUrl: address('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:']),
    mediaDir: dataDir === MEMORY ? join(tmpdir(), `foodhall-media-${process.pid}`) : join(dataDir, 'media'),
  };
}

function readPayments(read: (name: string) => string | undefined, mode: PaymentsMode): Config['payments'] {
  const found = (setting: string) => paymentAddress(mode, setting, read(setting));
  const globalHost = mode === 'live' ? 'realexpayments.com' : 'sandbox.realexpayments.com';
  return {
    mode,
    stripeApiBase: found('STRIPE_API_BASE'),
    stripeScriptUrl: found('STRIPE_SCRIPT_URL') ?? STRIPE_SCRIPT,
    paystackApiBase: found('PAYSTACK_API_BASE') ?? PAYSTACK_API,
    paystackScriptUrl: found('PAYSTACK_SCRIPT_URL') ?? PAYSTACK_SCRIPT,
    globalHppUrl: found('GLOBAL_HPP_URL') ?? `https://pay.${globalHost}/pay`,
    globalApiUrl: found('GLOBAL_API_URL') ?? `https://api.${globalHost}/epage-remote.cgi`,
    stitch: readStitch(mode, read, found),
  };
}

function readStitch(
  mode: PaymentsMode,
  read: (name: string) => string | undefined,
  found: (setting: string) => string | null,
): StitchConfig | null {
  const clientId = read('STITCH_CLIENT_ID');
  const clientSecret = read('STITCH_CLIENT_SECRET');
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
    merchantId: read('STITCH_MERCHANT_ID') ?? null,
    tokenUrl: found('STITCH_TOKEN_URL') ?? STITCH_TOKEN,
    apiUrl: found('STITCH_API_URL') ?? STITCH_API,
  };
}

/** An empty value is how shells and compose files write 'not set'. */
function reader(environment: Environment): (name: string) => string | undefined {
  return (name) => environment[name]?.trim() || undefined;
}

function readRealtime(read: (name: string) => string | undefined): RealtimeConfig {
  const appId = read('PUSHER_APP_ID');
  const key = read('PUSHER_KEY');
  const secret = read('PUSHER_SECRET');
  if (!appId && !key && !secret) {
    for (const name of ['PUSHER_HOST', 'PUSHER_PORT', 'PUSHER_SCHEME', 'PUSHER_CLUSTER']) {
      if (read(name)) {
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
  const required = (name: string, value: string | undefined): string => {
    if (!value) throw new ConfigError(name, undefined, 'set: PUSHER_APP_ID, PUSHER_KEY and PUSHER_SECRET go together');
    return value;
  };
  return {
    isEmbedded: false,
    appId: required('PUSHER_APP_ID', appId),
    key: required('PUSHER_KEY', key),
    secret: required('PUSHER_SECRET', secret),
    host: read('PUSHER_HOST') ?? null,
    port: mapped(read('PUSHER_PORT'), (value) => wholeNumber('PUSHER_PORT', value, 1, 65_535)),
    scheme: oneOf('PUSHER_SCHEME', read('PUSHER_SCHEME') ?? 'https', ['http', 'https']),
    cluster: read('PUSHER_CLUSTER') ?? 'mt1',
  };
}

function readPush(read: (name: string) => string | undefined): PushConfig {
  const publicKey = read('VAPID_PUBLIC_KEY');
  const privateKey = read('VAPID_PRIVATE_KEY');
  const siteUrl = read('SITE_URL');
  const fallback = siteUrl?.startsWith('https://') ? siteUrl : 'mailto:webmaster@localhost.invalid';
  const subject = read('VAPID_SUBJECT') ?? fallback;
  if (!/^(mailto:.+@.+|https:\/\/.+)$/.test(subject)) {
    throw new ConfigError('VAPID_SUBJECT', subject, 'where push services may write to: mailto:… or https://…');
  }
  if (!publicKey && !privateKey) return { keys: null, subject };
  return {
    keys: {
      publicKey: base64urlKey('VAPID_PUBLIC_KEY', publicKey, 65),
      privateKey: base64urlKey('VAPID_PRIVATE_KEY', privateKey, 32),
    },
    subject,
  };
}

function base64urlKey(setting: string, found: string | undefined, bytes: number): string {
  if (found && /^[\w-]+$/.test(found) && Buffer.from(found, 'base64url').length === bytes) return found;
  // The private one is a secret: say what is wrong, not what was found.
  const shown = found === undefined ? undefined : 'something else';
  throw new ConfigError(
    setting,
    shown,
    `a key of ${bytes} bytes in base64url; VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together`,
  );
}

/** Letters that leave this machine need a sender, and links that lead back from anywhere. */
function readSmtp(read: (name: string) => string | undefined): SmtpConfig | null {
  const url = address('SMTP_URL', read('SMTP_URL'), ['smtp:', 'smtps:']);
  if (url === null) return null;
  const from = read('MAIL_FROM');
  if (!from || !/^[^<>]*<?[^\s@<>]+@[^\s@<>]+>?$/.test(from)) {
    throw new ConfigError(
      'MAIL_FROM',
      from,
      "a sender, such as 'Foodhall <no-reply@hall.example>', where SMTP_URL is set",
    );
  }
  if (!read('SITE_URL')) {
    throw new ConfigError('SITE_URL', undefined, "the site's own address where SMTP_URL is set, as letters link to it");
  }
  return { url, from };
}

function oneOf<T extends string>(setting: string, found: string | undefined, allowed: readonly T[]): T {
  const match = allowed.find((value) => value === found);
  if (match === undefined) throw new ConfigError(setting, found, `one of ${allowed.join(', ')}`);
  return match;
}

function wholeNumber(setting: string, found: string, min: number, max: number): number {
  const value = Number(found);
  if (!/^\d+$/.test(found) || value < min || value > max) {
    throw new ConfigError(setting, found, `a whole number from ${min} to ${max}`);
  }
  return value;
}

const WITH_PASSWORD: Readonly<Record<string, string>> = {
  DATABASE_URL: 'not an address of PostgreSQL',
  SMTP_URL: 'not an address of a mail server',
};

function address(setting: string, found: string | undefined, protocols: readonly string[]): string | null {
  if (found === undefined) return null;
  const url = URL.canParse(found) ? new URL(found) : null;
  if (!url || !protocols.includes(url.protocol)) {
    // These addresses hold a password: name the setting, not the value.
    const shown = WITH_PASSWORD[setting] ?? found;
    throw new ConfigError(setting, shown, `an address that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
  }
  return found;
}

/** A payment provider's address: sandbox needs one, live refuses one on this machine or without encryption. */
function paymentAddress(mode: PaymentsMode, setting: string, found: string | undefined): string | null {
  const value = address(setting, found, ['http:', 'https:']);
  if (mode === 'sandbox' && value === null) {
    throw new ConfigError(setting, undefined, "the sandbox's address when PAYMENTS is sandbox");
  }
  if (mode === 'live' && value !== null) {
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

function originList(setting: string, found = '', isAnyPortMeant = false): string[] {
  const entries = found.split(',').flatMap((entry) => entry.trim() || []);
  for (const entry of entries) {
    const origin = isAnyPortMeant ? entry.replace(/:\*$/, '') : entry;
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      const example = isAnyPortMeant ? 'http://localhost:*' : 'https://hall.example';
      throw new ConfigError(setting, entry, `a list of origins, such as ${example}, with commas between`);
    }
  }
  return entries;
}

function mapped<T>(value: string | undefined, map: (value: string) => T): T | null {
  return value === undefined ? null : map(value);
}
