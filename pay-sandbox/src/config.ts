import { readFileSync } from 'node:fs';
import type { Environment } from 'settings/environment';
import type { FeeRate } from './fees';

/** One merchant account at the sandbox's Stripe. Its keys have the real prefixes, so that the API's key checks apply here too. */
export interface StripeAccount {
  id: string;
  secretKey: string;
  publishableKey: string;
  /** The address and secret for signed events. Null: the sandbox holds the events, and a test may fetch and deliver them itself. */
  webhook: { url: string; secret: string } | null;
  /** What Stripe takes of each payment; 2.9 % and 30 cents by default. */
  fee?: FeeRate;
}

export interface PaystackAccount {
  id: string;
  secretKey: string;
  publicKey: string;
  /** The address for signed events. Null: the sandbox holds the events. */
  webhookUrl: string | null;
  /** What Paystack takes of each payment; 2.9 % and 100 cents by default. */
  fee?: FeeRate;
}

export interface GlobalAccount {
  merchantId: string;
  secret: string;
  /** The secret that proves a refund request. Null: every refund is refused. */
  rebatePassword: string | null;
}

export interface SandboxConfig {
  port: number;
  host: string;
  /** The file that keeps the state over a restart. Null: the state is only in memory. */
  statePath: string | null;
  /** Origins, besides any port of localhost, that may frame the payment form. */
  siteOrigins: string[];
  stripe: { accounts: StripeAccount[] };
  paystack: { accounts: PaystackAccount[] };
  /** `now`: the clock of a test; the real one if it is left out. */
  global: { accounts: GlobalAccount[]; now?: (() => Date) | undefined };
  /** The waits between attempts to deliver a webhook, in milliseconds. After the last retry the webhook is given up. */
  webhookRetryDelaysMs: number[];
}

export class ConfigError extends Error {}

const DEFAULT_RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];

/**
 * Reads the configuration from the environment:
 * `PAY_SANDBOX_PORT` (8081), `PAY_SANDBOX_HOST` (127.0.0.1), `PAY_SANDBOX_STATE` (a path), `PAY_SANDBOX_ORIGINS` (separated by spaces) and
 * `PAY_SANDBOX_CONFIG`, the accounts: JSON, or a path to a JSON file, `{"stripe":{"accounts":[StripeAccount]},
 * "paystack":{"accounts":[PaystackAccount]},"global":{"accounts":[GlobalAccount]}}`;
 * a provider that is left out has none.
 * @throws ConfigError naming the setting, what was found and what is allowed.
 */
export function readConfig(env: Environment): SandboxConfig {
  return {
    port: readPort(env.PAY_SANDBOX_PORT),
    host: env.PAY_SANDBOX_HOST || '127.0.0.1',
    statePath: env.PAY_SANDBOX_STATE || null,
    siteOrigins: (env.PAY_SANDBOX_ORIGINS ?? '').split(/\s+/).filter(Boolean).map(readOrigin),
    ...readAccounts(env.PAY_SANDBOX_CONFIG),
    webhookRetryDelaysMs: DEFAULT_RETRY_DELAYS_MS,
  };
}

function readPort(value: string | undefined): number {
  if (!value) return 8081;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new ConfigError(`PAY_SANDBOX_PORT is '${value}'; allowed is a port number from 0 to 65535.`);
}

function readOrigin(value: string): string {
  try {
    return new URL(value).origin;
  } catch {
    throw new ConfigError(`PAY_SANDBOX_ORIGINS has '${value}'; allowed are origins such as http://192.168.0.10:8080.`);
  }
}

type Accounts = Pick<SandboxConfig, 'stripe' | 'paystack' | 'global'>;

function readAccounts(value: string | undefined): Accounts {
  if (!value) {
    return { stripe: { accounts: [] }, paystack: { accounts: [] }, global: { accounts: [] } };
  }
  const isInline = value.trimStart().startsWith('{');
  const source = isInline ? 'PAY_SANDBOX_CONFIG' : `PAY_SANDBOX_CONFIG (${value})`;
  let parsed: unknown;
  try {
    parsed = JSON.parse(isInline ? value : readFileSync(value, 'utf8'));
  } catch (error) {
    throw new ConfigError(
      `${source} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const list = <T>(
    provider: keyof Accounts,
    name: string,
    read: (raw: Record<string, unknown>, where: string) => T,
  ) => {
    const part = asRecord(parsed)[provider];
    const entries = part === undefined ? [] : asRecord(part)[name];
    if (!Array.isArray(entries)) throw new ConfigError(`${source} has no list at ${provider}.${name}.`);
    return entries.map((entry, index) => read(asRecord(entry), `${source} ${provider}.${name}[${index}]`));
  };
  return {
    stripe: { accounts: list('stripe', 'accounts', readStripeAccount) },
    paystack: { accounts: list('paystack', 'accounts', readPaystackAccount) },
    global: { accounts: list('global', 'accounts', readGlobalAccount) },
  };
}

function readPaystackAccount(raw: Record<string, unknown>, where: string): PaystackAccount {
  return {
    id: readText(raw.id, `${where}.id`, /^\w+$/, 'letters, digits or _'),
    secretKey: readText(raw.secretKey, `${where}.secretKey`, /^sk_test_\w+$/, 'sk_test_ and letters, digits or _'),
    publicKey: readText(raw.publicKey, `${where}.publicKey`, /^pk_test_\w+$/, 'pk_test_ and letters, digits or _'),
    webhookUrl:
      raw.webhookUrl === undefined || raw.webhookUrl === null
        ? null
        : readText(raw.webhookUrl, `${where}.webhookUrl`, /^https?:\/\/\S+$/, 'an http or https address'),
    ...readFee(raw.fee, `${where}.fee`),
  };
}

function readGlobalAccount(raw: Record<string, unknown>, where: string): GlobalAccount {
  return {
    merchantId: readText(raw.merchantId, `${where}.merchantId`, /^[\w.-]{1,50}$/, 'letters, digits, dots, - or _'),
    secret: readText(raw.secret, `${where}.secret`, /^\S+$/, 'a text without spaces'),
    rebatePassword:
      raw.rebatePassword === undefined || raw.rebatePassword === null
        ? null
        : readText(raw.rebatePassword, `${where}.rebatePassword`, /^\S+$/, 'a text without spaces'),
  };
}

function readStripeAccount(raw: Record<string, unknown>, where: string): StripeAccount {
  const webhook = raw.webhook === undefined || raw.webhook === null ? null : asRecord(raw.webhook);
  return {
    id: readText(raw.id, `${where}.id`, /^acct_\w+$/, 'acct_ and letters, digits or _'),
    secretKey: readText(raw.secretKey, `${where}.secretKey`, /^sk_test_\w+$/, 'sk_test_ and letters, digits or _'),
    publishableKey: readText(
      raw.publishableKey,
      `${where}.publishableKey`,
      /^pk_test_\w+$/,
      'pk_test_ and letters, digits or _',
    ),
    webhook: webhook && {
      url: readText(webhook.url, `${where}.webhook.url`, /^https?:\/\/\S+$/, 'an http or https address'),
      secret: readText(webhook.secret, `${where}.webhook.secret`, /^whsec_\w+$/, 'whsec_ and letters, digits or _'),
    },
    ...readFee(raw.fee, `${where}.fee`),
  };
}

function readFee(value: unknown, where: string): { fee?: FeeRate } {
  if (value === undefined || value === null) return {};
  const { basisPoints, fixedMinor } = asRecord(value);
  const isCount = (given: unknown): given is number => Number.isInteger(given) && Number(given) >= 0;
  if (isCount(basisPoints) && isCount(fixedMinor)) return { fee: { basisPoints, fixedMinor } };
  throw new ConfigError(`${where} is ${JSON.stringify(value)}; allowed is {"basisPoints":290,"fixedMinor":30}.`);
}

function readText(value: unknown, where: string, pattern: RegExp, allowed: string): string {
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw new ConfigError(`${where} is ${JSON.stringify(value)}; allowed is ${allowed}.`);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
