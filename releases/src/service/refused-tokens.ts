/** Counts refused release tokens. Anyone can send one, so they have a table of their own, and the audit log does not grow by them. */

import type { Queryable } from 'core/database/kysely';
import { type RawBuilder, sql } from 'kysely';

/** The most networks of a day that have rows of their own. The others share one row for each reason. */
const MOST_NETWORKS = 1_000;
/** The number of days for which the counts are kept. */
export const REFUSED_TOKEN_DAYS = 30;

export interface RefusedToken {
  network: string;
  reason: string;
  /** The team of an ended token of this site. Null for any other token. */
  team: string | null;
  /** The latest request. */
  request: string;
  count: number;
  last_at: Date;
}

export async function countRefusedToken(
  db: Queryable,
  { network, reason, team, request, at }: Omit<RefusedToken, 'count' | 'last_at'> & { at: Date },
): Promise<void> {
  await sql`
    insert into refused_release_tokens (day, network, reason, team, request, count, last_at)
    select day, case when isKnown or networks < ${MOST_NETWORKS} then ${network} else 'others' end,
      ${reason}, ${team}, ${request}, 1, ${at}
    from (select (${at}::timestamptz at time zone 'UTC')::date as day) today,
      lateral (select count(*) as networks, coalesce(bool_or(network = ${network} and reason = ${reason}), false) as isKnown
        from refused_release_tokens where refused_release_tokens.day = today.day) known
    on conflict (day, network, reason) do update
      set count = refused_release_tokens.count + 1, request = excluded.request, last_at = excluded.last_at`.execute(db);
}

/** Reads the refusals of the last days, the latest first. */
export async function refusedTokens(db: Queryable, limit: number): Promise<RefusedToken[]> {
  return await db
    .selectFrom('refused_release_tokens')
    .select(['network', 'reason', 'team', 'request', 'count', 'last_at'])
    .orderBy('last_at', 'desc')
    .limit(limit)
    .execute();
}

export const oldRefusedTokens =
  (before: Date) =>
  (limit: number): RawBuilder<unknown> =>
    sql`delete from refused_release_tokens where (day, network, reason) in (
      select day, network, reason from refused_release_tokens where last_at <= ${before} limit ${limit})`;
