/** Admits requests with a valid release token. It counts the refused ones and limits them by address. */

import { AttemptCounts } from 'core/attempt-counts';
import type { Db } from 'core/database/kysely';
import { ApiError, tooMany } from 'core/errors';
import { networkOf } from 'core/http/client-address';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReleasesDeps } from '../deps';
import { identify, identifyingInQueues, type Refusal, type TokenIdentity } from './identity';
import { countRefusedToken } from './refused-tokens';

/** The most refused tokens of one address in an hour. */
const REFUSALS = 100;
const HOUR_MS = 3_600_000;
/**
 * The most addresses that are remembered. Beyond it the one that used up its refusals first is forgotten, and the database counts it again.
 */
const MOST_ADDRESSES = 10_000;

/**
 * The addresses that used up their refusals, as far as this process has seen. A process that remembers one refuses it without a
 * transaction.
 */
class UsedUpAddresses {
  private readonly ends = new Map<string, number>();

  /** @param endsAt the end of the address's hour, in milliseconds */
  add(address: string, endsAt: number): void {
    const [first] = this.ends.keys();
    if (first !== undefined && this.ends.size >= MOST_ADDRESSES) this.ends.delete(first);
    this.ends.set(address, endsAt);
  }

  /** @returns the milliseconds until the address's hour ends, or 0 if it has refusals left */
  left(address: string, now: Date): number {
    const left = (this.ends.get(address) ?? 0) - now.getTime();
    if (left > 0) return left;
    this.ends.delete(address);
    return 0;
  }
}

const usedUp = new WeakMap<Db, UsedUpAddresses>();

/** Returns the used-up addresses of this process. All modules that take release tokens share them. */
function usedUpOf(db: Db): UsedUpAddresses {
  const known = usedUp.get(db) ?? new UsedUpAddresses();
  usedUp.set(db, known);
  return known;
}

/**
 * Returns the identity of a caller, or counts the refused token.
 * @param identity the rights of the request's token, or the reason why it is refused
 * @throws ApiError 401, and 429 for an address that was refused too often
 */
export async function requireIdentity<Identity extends object = TokenIdentity>(
  { db, clock }: Pick<ReleasesDeps, 'db' | 'clock'>,
  request: FastifyRequest,
  identity: Identity | Refusal,
): Promise<Identity> {
  if (!('refusal' in identity)) return identity;
  const address = networkOf(request.ip);
  const addresses = usedUpOf(db);
  const now = clock.now();
  const left = addresses.left(address, now);
  if (left > 0) throw tooMany(left / 1000);
  const key = `release tokens ${address}`;
  await new AttemptCounts(db, clock).take([{ key, limit: REFUSALS, windowMs: HOUR_MS }]).catch((error: unknown) => {
    const { status, retryAfter = 0 } = error as Partial<ApiError>;
    if (status === 429) addresses.add(address, now.getTime() + retryAfter * 1000);
    throw error;
  });
  const { team = null, refusal: reason } = identity;
  const asked = `${request.method} ${request.routeOptions.url}`;
  await countRefusedToken(db, { network: address, reason, team, request: asked, at: clock.now() });
  throw new ApiError(401, 'RELEASE_TOKEN_REFUSED', identity.refusal);
}

/**
 * @returns a function that finds the caller of a request to a route with the policy 'release token'. The caller is known before the
 *   request's body is read
 */
export function releaseCallers(
  app: Pick<FastifyInstance, 'addHook'>,
  deps: Pick<ReleasesDeps, 'db' | 'clock'>,
): (request: FastifyRequest) => TokenIdentity {
  const identities = new WeakMap<FastifyRequest, TokenIdentity>();
  const identified = identifyingInQueues(
    (authorization) => identify(deps.db, deps.clock.now(), authorization),
    (address) => usedUpOf(deps.db).left(address, deps.clock.now()) > 0,
  );
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.policy !== 'release token') return;
    const identity = await identified(networkOf(request.ip), request.headers.authorization);
    identities.set(request, await requireIdentity(deps, request, identity));
  });
  return (request) => {
    const identity = identities.get(request);
    if (!identity) throw new Error(`${request.routeOptions.url} has no caller`);
    return identity;
  };
}
