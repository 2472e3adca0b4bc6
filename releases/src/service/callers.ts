/** Lets in who has a release token. Refused ones are limited by address, and counted. */

import { AttemptCounts } from 'core/attempt-counts';
import type { Db } from 'core/database/kysely';
import { ApiError, tooMany } from 'core/errors';
import { networkOf } from 'core/http/client-address';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReleasesDeps } from '../deps';
import { identify, identifyingInLines, type Refusal, type ReleaseIdentity } from './identity';
import { countRefusedToken } from './refused-tokens';

/** Refused tokens of one address, in an hour. */
const REFUSALS = 100;
const HOUR_MS = 3_600_000;
/** Beyond it, the address that used them up first is counted by the database again. */
const MOST_ADDRESSES = 10_000;

/** Addresses that used up their refusals, as far as this process has seen. The database needs no transaction to refuse them again. */
class UsedUpAddresses {
  private readonly ends = new Map<string, number>();

  /** @param endsAt of its window, in milliseconds */
  add(address: string, endsAt: number): void {
    const [first] = this.ends.keys();
    if (first !== undefined && this.ends.size >= MOST_ADDRESSES) this.ends.delete(first);
    this.ends.set(address, endsAt);
  }

  /** @returns how long its window still is, in milliseconds; 0: it has refusals left */
  left(address: string, now: Date): number {
    const left = (this.ends.get(address) ?? 0) - now.getTime();
    if (left > 0) return left;
    this.ends.delete(address);
    return 0;
  }
}

const usedUp = new WeakMap<Db, UsedUpAddresses>();

/** The used-up addresses of this process, shared by each module that takes release tokens. */
function usedUpOf(db: Db): UsedUpAddresses {
  const known = usedUp.get(db) ?? new UsedUpAddresses();
  usedUp.set(db, known);
  return known;
}

/**
 * @param identity the rights of the request’s token, or why it is refused
 * @throws ApiError 401, and 429 for an address that was refused too often
 */
export async function requireIdentity(
  { db, clock }: Pick<ReleasesDeps, 'db' | 'clock'>,
  request: FastifyRequest,
  identity: ReleaseIdentity | Refusal,
): Promise<ReleaseIdentity> {
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

/** @returns the caller of a request to a route of the policy 'release token', known before its body is read */
export function releaseCallers(
  app: Pick<FastifyInstance, 'addHook'>,
  deps: Pick<ReleasesDeps, 'db' | 'clock'>,
): (request: FastifyRequest) => ReleaseIdentity {
  const identities = new WeakMap<FastifyRequest, ReleaseIdentity>();
  const identified = identifyingInLines(
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
