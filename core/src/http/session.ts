/** Identifies the caller: the bearer token becomes `request.session`, or null for an anonymous visitor. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { VendorRole } from 'shared-contracts/types';
import type { Clock } from '../clock';
import type { Db, Queryable } from '../database/kysely';
import { unauthenticated } from '../errors';
import { chosenLanguage } from './language';

export interface Session {
  tokenId: number;
  user: { id: number; name: string; email: string };
  /** The vendors that this user may act in, with the role in each. An operator of a venue acts in each of its vendors. */
  vendors: ReadonlyMap<number, ActingRole>;
  /** The venues that this user runs. */
  venueIds: readonly number[];
  /** The user runs the site itself: its halls, its teams, and accounts that belong to no hall. */
  isSiteOperator: boolean;
  /** True for a command of the person who runs the server. The site may have no venue yet. */
  isCommandLine?: boolean;
}

/** A role in the vendor's team, or the role of an operator of its venue. */
export type ActingRole = VendorRole | 'operator';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyContextConfig {
    /** The response is the same for every caller, so the session is not looked up: `request.session` is null. */
    isSameForAll?: boolean;
  }
}

/** The database stores only this hash, so that a copy of the database gives access to no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** 32 random bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

interface SessionDeps {
  db: Db;
  clock: Clock;
  commandToken: Buffer | null;
}

export function registerSession(app: FastifyInstance, deps: SessionDeps): void {
  app.decorateRequest('session', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { authorization } = request.headers;
    if (authorization === undefined || request.routeOptions.config.isSameForAll) return done();
    const bearer = /^Bearer (\S+)$/i.exec(authorization)?.[1];
    // A malformed or stale bearer on a public route is an anonymous visitor; a guarded route responds 401.
    if (!bearer || !TOKEN.test(bearer)) return done();
    openSession(request, deps, bearer).then(() => done(), done);
  });
}

async function openSession(
  request: FastifyRequest,
  { db, clock, commandToken }: SessionDeps,
  token: string,
): Promise<void> {
  const hash = hashToken(token);
  const row = await sessions(db, clock.now()).where('tokens.token_hash', '=', hash).executeTakeFirst();
  if (!row) return;
  request.session = commandToken?.equals(hash) ? await asCommandLine(db, toSession(row)) : toSession(row);
  await keepLanguage(db, row, chosenLanguage(request));
}

/** Remembers the language that a person has chosen, for emails that no request of theirs causes. */
async function keepLanguage(
  db: Queryable,
  { id, language }: { id: number; language: string | null },
  chosen: string | null,
): Promise<void> {
  if (chosen === null || chosen === language) return;
  await db
    .updateTable('users')
    .set({ language: chosen })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute();
}

/** The session of a command on the server. It may act in every venue, even in one without operators. */
async function asCommandLine(db: Queryable, session: Session): Promise<Session> {
  const venues = await db.selectFrom('venues').select('id').execute();
  const vendors = await db.selectFrom('vendors').select('id').execute();
  return {
    ...session,
    isCommandLine: true,
    venueIds: venues.map(({ id }) => id),
    vendors: new Map(vendors.map(({ id }) => [id, 'operator'])),
  };
}

/** Returns the sessions that have not ended, by their token's id. */
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
      'users.language',
      // An operator's role comes last, so that it wins over another in the same vendor.
      sql<[number, ActingRole][] | null>`(
        select json_agg(json_build_array(vendor_id, role) order by role = 'operator') from (
          select vendor_id, role from vendor_members where user_id = users.id
          union all
          select vendors.id, 'operator' from venue_operators
          join vendors on vendors.venue_id = venue_operators.venue_id where venue_operators.user_id = users.id) works)`.as(
        'vendors',
      ),
      query
        .selectFrom('venue_operators')
        .whereRef('venue_operators.user_id', '=', 'users.id')
        .select(sql<number[]>`coalesce(array_agg(venue_id order by venue_id), '{}')`.as('ids'))
        .as('venueIds'),
      query
        .exists(query.selectFrom('site_operators').select('user_id').whereRef('user_id', '=', 'users.id'))
        .$castTo<boolean>()
        .as('isSiteOperator'),
    ])
    .where('tokens.expires_at', '>', now);

type SessionRow = Awaited<ReturnType<ReturnType<typeof sessions>['executeTakeFirstOrThrow']>>;

function toSession({ tokenId, id, name, email, vendors, venueIds, isSiteOperator }: SessionRow): Session {
  return {
    tokenId,
    user: { id, name, email },
    vendors: new Map(vendors ?? []),
    venueIds: venueIds ?? [],
    isSiteOperator,
  };
}

/** @throws ApiError 401 without a session. */
export function requireUser(request: FastifyRequest): Session {
  if (!request.session) throw unauthenticated();
  return request.session;
}
