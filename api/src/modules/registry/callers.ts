/** Who calls a route of the policy 'release token', known before its body is read. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AttemptCounts } from '../../attempt-counts';
import type { Deps } from '../../deps';
import { ApiError } from '../../errors';
import { networkOf } from '../../plugins/client-address';
import { identify, type ReleaseIdentity } from './identity';

/** Refused tokens of one address, in an hour. Each is in the audit log. */
const REFUSALS = 100;
const HOUR_MS = 3_600_000;

/** @returns the caller of a request; a request without one has been responded to with 401 or 429 */
export function releaseCallers(
  app: Pick<FastifyInstance, 'addHook'>,
  deps: Pick<Deps, 'db' | 'clock'>,
): (request: FastifyRequest) => ReleaseIdentity {
  const counts = new AttemptCounts(deps.db, deps.clock);
  const identities = new WeakMap<FastifyRequest, ReleaseIdentity>();

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.policy === 'release token') identities.set(request, await identified(request));
  });

  /** @throws ApiError 401, 429 */
  async function identified(request: FastifyRequest): Promise<ReleaseIdentity> {
    const limit = { key: `release tokens ${networkOf(request.ip)}`, limit: REFUSALS, windowMs: HOUR_MS };
    const now = deps.clock.now();
    const found = await identify(deps.db, now, request.headers.authorization);
    if (!('refusal' in found)) return found;
    await counts.take([limit]);
    const after = JSON.stringify({ team: found.team, reason: found.refusal });
    const subject = `${request.method} ${request.routeOptions.url}`;
    await deps.db
      .insertInto('audit_log')
      .values({ at: now, actor_id: null, action: 'release.refused', subject, after })
      .execute();
    throw new ApiError(401, 'RELEASE_TOKEN_REFUSED', found.refusal);
  }

  return (request) => {
    const identity = identities.get(request);
    if (!identity) throw new Error(`${request.routeOptions.url} has no caller`);
    return identity;
  };
}
