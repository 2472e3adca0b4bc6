/** Who is calling: the bearer token becomes `request.session`, or null for an anonymous visitor. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Queryable } from '../database/kysely';
import type { Deps } from '../deps';
import { forbidden, unauthenticated } from '../errors';

export interface Session {
  tokenId: number;
  user: { id: number; name: string; email: string };
  /** The vendors this user works for. */
  vendorIds: readonly number[];
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyContextConfig {
    /** The response is the same for every caller, so the session is not looked up: `request.session` is null. */
    isSameForAll?: boolean;
  }
}

/** Only the hash is stored, so that a copy of the database opens no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** 32 random bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

export function registerSession(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('session', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization } = request.headers;
    if (authorization === undefined || request.routeOptions.config.isSameForAll) return done();
    const bearer = /^Bearer (\S+)$/i.exec(authorization)?.[1];
    // A malformed or stale bearer on a public route is an anonymous visitor; a guarded route responds 401.
    if (!bearer || !TOKEN.test(bearer)) return done();
    findSession(deps.db, bearer, deps.clock.now()).then((session) => {
      request.session = session;
      done();
    }, done);
  });
}

async function findSession(db: Queryable, token: string, now: Date): Promise<Session | null> {
  const row = await sessions(db, now).where('tokens.token_hash', '=', hashToken(token)).executeTakeFirst();
  return row ? toSession(row) : null;
}

/** Those of these sessions that have not ended, by their token's id. */
export async function findSessions(
  db: Queryable,
  tokenIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Session>> {
  const ids = sql<number>`any(${[...tokenIds]}::integer[])`;
  const rows = await sessions(db, now).where('tokens.id', '=', ids).execute();
  return new Map(rows.map((row) => [row.tokenId, toSession(row)]));
}

const sessions = (db: Queryable, now: Date) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select((query) => [
      'tokens.id as tokenId',
      'users.id',
      'users.name',
      'users.email',
      query
        .selectFrom('vendor_members')
        .whereRef('vendor_members.user_id', '=', 'users.id')
        .select(sql<number[]>`coalesce(array_agg(vendor_id order by vendor_id), '{}')`.as('ids'))
        .as('vendorIds'),
    ])
    .where('tokens.expires_at', '>', now);

type SessionRow = Awaited<ReturnType<ReturnType<typeof sessions>['executeTakeFirstOrThrow']>>;

function toSession({ tokenId, vendorIds, ...user }: SessionRow): Session {
  return { tokenId, user, vendorIds: vendorIds ?? [] };
}

/** A route's `onRequest`: refuses before the body is read or validated. Its response belongs to one person, so no cache stores it. */
export async function guarded(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'private, no-store');
  requireUser(request);
}

/** @throws ApiError 401 without a session. */
export function requireUser(request: FastifyRequest): Session {
  if (!request.session) throw unauthenticated();
  return request.session;
}

export function isMember(session: Session | null, vendorId: number): boolean {
  return session?.vendorIds.includes(vendorId) ?? false;
}

/** @throws ApiError 401 without a session, 403 unless the caller works for the vendor. */
export function requireMember(request: FastifyRequest, vendorId: number): Session {
  const session = requireUser(request);
  if (!isMember(session, vendorId)) throw forbidden('Only members of this vendor may do that.');
  return session;
}
