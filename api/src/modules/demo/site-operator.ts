import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps';
import { forbidden } from '../../errors';
import { requireUser, type Session } from '../../plugins/session';

/**
 * What concerns the whole site is for the operators of its venues, and for a command on the server.
 * @throws ApiError 401 without a session, 403
 */
export async function requireSiteOperator(request: FastifyRequest, { db, isCommandLine }: Deps): Promise<Session> {
  const session = requireUser(request);
  if (isCommandLine) return session;
  const venue = await db
    .selectFrom('venue_operators')
    .select('venue_id')
    .where('user_id', '=', session.user.id)
    .limit(1)
    .executeTakeFirst();
  if (!venue) throw forbidden('Only an operator of a venue may do that.');
  return session;
}
