/** Tries the keys of the venues at their providers, and checks that the webhooks of the providers reach the site. */
import { messageOf } from 'core/errors';
import type { ProviderCheck } from 'shared-contracts/types';
import { keysOf, missingKey } from '../../payments/core/venue-keys';
import type { PaymentDeps } from '../../payments/providers/payment-deps';
import { isProviderError } from '../../payments/providers/payment-provider';
import { ok, type Result, unchecked, wrong } from './finding';

const PATIENCE_MS = 10_000;
/** No provider has such a payment, so a valid key gets 'unknown'. */
const NO_PAYMENT = 'foodhall-doctor';

const activeVenues = ({ db }: Pick<PaymentDeps, 'db'>) =>
  db
    .selectFrom('venues')
    .select(['id', 'slug', 'name', 'currency', 'payment_provider', 'secret_env', 'webhook_secret_env'])
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();

type Venue = Awaited<ReturnType<typeof activeVenues>>[number];

export async function checkProviderKeys(deps: Pick<PaymentDeps, 'db' | 'config' | 'providers'>): Promise<Result[]> {
  const venues = await activeVenues(deps);
  if (venues.length === 0) return [ok('There is no open venue.')];
  return (await Promise.all(venues.map((venue) => checkKeysOf(deps, venue)))).flat();
}

async function checkKeysOf(deps: Pick<PaymentDeps, 'config' | 'providers'>, venue: Venue): Promise<Result[]> {
  const { config } = deps;
  const missing = keysOf(venue).filter(({ setting }) => config.secret(setting) === null);
  if (missing.length > 0) return missing.map((key) => wrong(missingKey(key, config.problemOfSecretName(key.setting))));
  const { key, detail } = await tryKey(deps, venue);
  const { name, payment_provider: provider, secret_env } = venue;
  switch (key) {
    case 'wrong-mode':
      return [wrong(`${secret_env} of ${name} must be ${detail}.`)];
    case 'unreachable':
      return [wrong(`${provider} is not reached for ${name}: look at its status page and at the firewall.`)];
    case 'refused':
      return [wrong(`${provider} refuses ${secret_env} of ${name} (${detail}); set the right key.`)];
    default:
      return [ok(`${provider} takes the key of ${name}.`)];
  }
}

export type KeyResult = Pick<ProviderCheck, 'key' | 'setting' | 'detail'>;

/** Asks the provider of a venue for a payment that does not exist: it answers so only to a valid key. */
export async function tryKey(
  { config, providers }: Pick<PaymentDeps, 'config' | 'providers'>,
  venue: Pick<Venue, 'id' | 'name' | 'currency' | 'payment_provider' | 'secret_env' | 'webhook_secret_env'>,
): Promise<KeyResult> {
  const setting = venue.secret_env;
  const missing = keysOf(venue).find((key) => config.secret(key.setting) === null);
  if (missing) return { key: 'missing', setting: missing.setting, detail: null };
  const provider = providers.named(venue.payment_provider);
  const refusal = provider.refusalOfSecret(config.secret(setting) ?? '');
  if (refusal !== null) return { key: 'wrong-mode', setting, detail: refusal };
  try {
    const ref = { attemptId: 0, reference: NO_PAYMENT, amountMinor: 0, currency: venue.currency };
    await provider.retrieve(await providers.merchant(venue.id, provider.name), ref);
  } catch (error) {
    const failure = isProviderError(error) ? error.failure : null;
    if (failure === 'unavailable') return { key: 'unreachable', setting, detail: null };
    if (failure !== 'unknown-reference') {
      return { key: 'refused', setting, detail: isProviderError(error) ? error.code : messageOf(error) };
    }
  }
  return { key: 'accepted', setting, detail: null };
}

/** An unsigned webhook reaches the site at its public address, and is refused there. */
export async function checkWebhooks(deps: Pick<PaymentDeps, 'db' | 'config'>): Promise<Result[]> {
  const { siteUrl } = deps.config;
  const health = await reply(`${siteUrl}/api/v1/health`, { method: 'GET' });
  if (health.status !== 200 || health.code !== null) {
    return [
      wrong(`The site does not respond at ${siteUrl} (${health.what}): start it, and look at the proxy and SITE_URL.`),
    ];
  }
  const venues = (await activeVenues(deps)).filter(({ payment_provider }) => payment_provider !== 'Global');
  const webhooks = await Promise.all(venues.map((venue) => checkWebhookOf(deps, venue)));
  return [ok(`The site responds at ${siteUrl}.`), ...webhooks];
}

async function checkWebhookOf(deps: Pick<PaymentDeps, 'config'>, venue: Venue): Promise<Result> {
  const { webhooks, webhook_url: url, what } = await tryWebhook(deps, venue);
  const { name } = venue;
  switch (webhooks) {
    case 'arrives':
      return ok(`Webhooks of ${name} arrive at ${url}.`);
    case 'no-secret':
      return wrong(`The site has no webhook secret of ${name}: set it and restart.`);
    case 'not-checked':
      return unchecked(`${url} was asked too often; try again in a minute.`);
    default:
      return wrong(
        `A webhook of ${name} does not arrive at ${url} (${what}): look at the proxy, which has to pass POST on.`,
      );
  }
}

export type WebhookResult = Pick<ProviderCheck, 'webhooks' | 'webhook_url'>;

/** Sends an unsigned webhook to the public address of the site, which refuses it there. @returns `what`: the status and code of the response */
export async function tryWebhook(
  { config: { siteUrl } }: Pick<PaymentDeps, 'config'>,
  { payment_provider, slug }: Pick<Venue, 'payment_provider' | 'slug'>,
): Promise<WebhookResult & { what: string }> {
  const url = `${siteUrl}/api/v1/webhooks/${payment_provider.toLowerCase()}/${slug}`;
  const { status, code, what } = await reply(url, { method: 'POST', body: 'doctor' });
  const webhooks = () => {
    if (status === 400 && code === 'BAD_SIGNATURE') return 'arrives';
    if (code === 'WEBHOOK_NOT_CONFIGURED') return 'no-secret';
    return status === 429 ? 'not-checked' : 'lost';
  };
  return { webhooks: webhooks(), webhook_url: url, what };
}

interface Reply {
  /** 0: there was no response. */
  status: number;
  /** The code of a refusal by the API. */
  code: string | null;
  what: string;
}

async function reply(url: string, init: RequestInit): Promise<Reply> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });
    const body: unknown = await response.json().catch(() => ({ code: 'NO_JSON' }));
    const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : null;
    return { status: response.status, code, what: `${response.status}${code === null ? '' : ` ${code}`}` };
  } catch (error) {
    // fetch itself only reports that it failed.
    return { status: 0, code: null, what: messageOf((error as Error).cause ?? error) };
  }
}
