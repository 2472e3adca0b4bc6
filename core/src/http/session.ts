/** Identifies the caller: the bearer token becomes `request.session`, or null for an anonymous visitor. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { VendorRole } from 'shared-contracts/types';
import type { Clock } from '../clock';
import type { Db, Queryable } from '../database/kysely';
import { idleSession, unauthenticated } from '../errors';
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
  /** The account has a passkey or an authenticator app. */
  hasSecondFactor?: boolean;
  /** The person proved who they are within the last 15 minutes. */
  isProofRecent?: boolean;
  /** When this session last proved who the person is; null if it never did. */
  provedAt?: Date | null;
  /** The roles that the person has and may not use before the account has a second factor, because the venue requires one. */
  withheld?: Pick<Session, 'vendors' | 'venueIds'>;
}

/** A role in the vendor's team, or the role of an operator of its venue. */
export type ActingRole = VendorRole | 'operator';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    /** The session has ended because its operator did not use it for hours. */
    isSessionIdle: boolean;
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

/** The session of an operator ends after this time without use. */
const IDLE_MS = 12 * 3_600_000;
/** The use of an operator's session is stored at this interval, and not with each request. */
const USE_STORED_MS = 5 * 60_000;
/** A proof of who the person is counts as recent for this time. */
const PROOF_MS = 15 * 60_000;

/** 32 random bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

interface SessionDeps {
  db: Db;
  clock: Clock;
  commandToken: Buffer | null;
}

export function registerSession(app: FastifyInstance, deps: SessionDeps): void {
  app.decorateRequest('session', null);
  app.decorateRequest('isSessionIdle', false);
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
  const now = clock.now();
  const row = await sessions(db, now).where('tokens.token_hash', '=', hash).executeTakeFirst();
  if (!row) {
    // Few requests come here: the sessions in use were found above.
    request.isSessionIdle = await isStored(db, hash, now);
    return;
  }
  const session = toSession(row, now);
  request.session = commandToken?.equals(hash) ? await asCommandLine(db, session) : session;
  await storeUse(db, row, now);
  await keepLanguage(db, row, chosenLanguage(request));
}

/** True if the session would not have ended by its age. */
async function isStored(db: Queryable, hash: Buffer, now: Date): Promise<boolean> {
  const token = db.selectFrom('tokens').select('id').where('token_hash', '=', hash).where('expires_at', '>', now);
  return (await token.executeTakeFirst()) !== undefined;
}

/** Guests cause no write here. */
async function storeUse(db: Queryable, { tokenId, isOperator, last_used_at }: SessionRow, now: Date): Promise<void> {
  if (!isOperator || now.getTime() - last_used_at.getTime() < USE_STORED_MS) return;
  await db.updateTable('tokens').set({ last_used_at: now }).where('id', '=', tokenId).execute();
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
  return new Map(rows.map((row) => [row.tokenId, toSession(row, now)]));
}

const IS_OPERATOR = sql<boolean>`(exists (select from venue_operators where venue_operators.user_id = users.id)
  or exists (select from site_operators where site_operators.user_id = users.id))`;

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
      'tokens.proved_at',
      'tokens.last_used_at',
      IS_OPERATOR.as('isOperator'),
      // An operator's role comes last, so that it wins over another in the same vendor. A member's role has no venue here.
      sql<[number, ActingRole, number | null][] | null>`(
        select json_agg(json_build_array(vendor_id, role, venue_id) order by role = 'operator') from (
          select vendor_id, role, null::integer as venue_id from vendor_members where user_id = users.id
          union all
          select vendors.id, 'operator', vendors.venue_id from venue_operators
          join vendors on vendors.venue_id = venue_operators.venue_id where venue_operators.user_id = users.id) works)`.as(
        'vendors',
      ),
      query
        .selectFrom('venue_operators')
        .whereRef('venue_operators.user_id', '=', 'users.id')
        .select(sql<number[]>`coalesce(array_agg(venue_id order by venue_id), '{}')`.as('ids'))
        .as('venueIds'),
      query
        .selectFrom('venue_operators')
        .innerJoin('venues', 'venues.id', 'venue_operators.venue_id')
        .whereRef('venue_operators.user_id', '=', 'users.id')
        .where('venues.requires_second_factor', '=', true)
        .select(sql<number[]>`coalesce(array_agg(venues.id), '{}')`.as('ids'))
        .as('requiringIds'),
      query
        .exists(query.selectFrom('second_factors').select('id').whereRef('second_factors.user_id', '=', 'users.id'))
        .$castTo<boolean>()
        .as('hasSecondFactor'),
      query
        .exists(query.selectFrom('site_operators').select('user_id').whereRef('user_id', '=', 'users.id'))
        .$castTo<boolean>()
        .as('isSiteOperator'),
    ])
    .where('tokens.expires_at', '>', now)
    .where(({ or, eb, not }) =>
      or([eb('tokens.last_used_at', '>', new Date(now.getTime() - IDLE_MS)), not(IS_OPERATOR)]),
    );

type SessionRow = Awaited<ReturnType<ReturnType<typeof sessions>['executeTakeFirstOrThrow']>>;

function toSession(row: SessionRow, now: Date): Session {
  const { tokenId, id, name, email, isSiteOperator, hasSecondFactor, proved_at } = row;
  const works = row.vendors ?? [];
  const venueIds = row.venueIds ?? [];
  const withheldIds = new Set(hasSecondFactor ? [] : row.requiringIds);
  const rolesIn = (isWanted: (venueId: number | null) => boolean) =>
    new Map(works.filter(([, , venueId]) => isWanted(venueId)).map(([vendorId, role]) => [vendorId, role]));
  const isWithheld = (venueId: number | null) => venueId !== null && withheldIds.has(venueId);
  return {
    tokenId,
    user: { id, name, email },
    vendors: rolesIn((venueId) => !isWithheld(venueId)),
    venueIds: venueIds.filter((venueId) => !isWithheld(venueId)),
    isSiteOperator,
    hasSecondFactor,
    provedAt: proved_at,
    isProofRecent: proved_at !== null && now.getTime() - proved_at.getTime() < PROOF_MS,
    ...(withheldIds.size > 0 && { withheld: { vendors: rolesIn(isWithheld), venueIds: [...withheldIds] } }),
  };
}

/** @throws ApiError 401 without a session. */
export function requireUser(request: FastifyRequest): Session {
  if (!request.session) throw request.isSessionIdle ? idleSession() : unauthenticated();
  return request.session;
}
