/** Lets in who has a release token. Refused ones are limited by address, and the audit log has them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AttemptCounts } from '../../attempt-counts';
import type { Deps } from '../../deps';
import { ApiError } from '../../errors';
import { networkOf } from '../../plugins/client-address';
import { identify, identifying, type Refusal, type ReleaseIdentity } from './identity';

/** Refused tokens of one address, in an hour. Each is in the audit log. */
const REFUSALS = 100;
const HOUR_MS = 3_600_000;

/**
 * @param found what the token of the request is for
 * @throws ApiError 401, and 429 for an address that was refused too often
 */
export async function requireIdentity(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: FastifyRequest,
  found: ReleaseIdentity | Refusal,
): Promise<ReleaseIdentity> {
  if (!('refusal' in found)) return found;
  const key = `release tokens ${networkOf(request.ip)}`;
  await new AttemptCounts(db, clock).take([{ key, limit: REFUSALS, windowMs: HOUR_MS }]);
  const after = JSON.stringify({ team: found.team, reason: found.refusal });
  const subject = `${request.method} ${request.routeOptions.url}`;
  await db
    .insertInto('audit_log')
    .values({ at: clock.now(), actor_id: null, action: 'release.refused', subject, after })
    .execute();
  throw new ApiError(401, 'RELEASE_TOKEN_REFUSED', found.refusal);
}

/** @returns the caller of a request to a route of the policy 'release token', known before its body is read */
export function releaseCallers(
  app: Pick<FastifyInstance, 'addHook'>,
  deps: Pick<Deps, 'db' | 'clock'>,
): (request: FastifyRequest) => ReleaseIdentity {
  const identities = new WeakMap<FastifyRequest, ReleaseIdentity>();
  const identified = identifying((authorization) => identify(deps.db, deps.clock.now(), authorization));
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.policy !== 'release token') return;
    const found = await identified(request.headers.authorization);
    identities.set(request, await requireIdentity(deps, request, found));
  });
  return (request) => {
    const identity = identities.get(request);
    if (!identity) throw new Error(`${request.routeOptions.url} has no caller`);
    return identity;
  };
}
