/** Reads the attempts of the release service from the audit log. */

import type { Queryable } from 'core/database/kysely';
import { sql } from 'kysely';
import { z } from 'zod';

/** The fields in the audit entry of an attempt. An entry of another form counts as empty. */
const entrySchema = z.object({
  team: z.string().optional(),
  channel: z.string().optional(),
  percent: z.number().optional(),
  commit: z.string().optional(),
  is_clean: z.boolean().optional(),
  ci_run: z.string().optional(),
  message: z.string().optional(),
  /** The workflow of a CI system that released without a stored secret, as the issuer of its token names it. */
  workflow: z.string().optional(),
  /** What a person or a team signed in to the desk with. */
  way: z.enum(['token', 'passkey', 'provider']).optional(),
  /** The reason of a refusal. */
  reason: z.string().optional(),
  /** The releases that a rollback leaves and returns to. */
  from: z.string().optional(),
  to: z.string().nullish(),
  /** The name of the snapshot that was live afterwards. */
  snapshot: z.string().nullish(),
  /** False if the builds were live already. */
  changed: z.boolean().optional(),
});

export type AttemptEntry = z.output<typeof entrySchema>;

export interface Attempt extends AttemptEntry {
  id: number;
  at: Date;
  kind: 'release' | 'rollback' | 'retirement' | 'stage' | 'desk';
  /**
   * 'asked' means that the attempt is under way, or that its process was killed. 'approved' and 'withdrawn' are what a person said of a
   * staged release, and 'opened' is a sign-in to the desk.
   */
  outcome: 'asked' | 'taken' | 'refused' | 'approved' | 'withdrawn' | 'opened';
  /** 'catalog@1.0.0-3f9a01c2'. Several builds have commas between them. */
  subject: string;
  /** The name of the person at the desk. Null for a token. */
  person: string | null;
}

/** The conditions repeat the words of the indexes in migrations 0161 and 0162, so that the database uses them. */
const OF_RELEASES = sql<boolean>`action ~ '^(release|rollback|retirement|stage|desk)[.]'`;

const attempts = (db: Queryable) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'at', 'action', 'subject', 'after', 'users.name as person'])
    .where(OF_RELEASES)
    .orderBy('audit_log.id', 'desc');

function attemptOf(
  row: Pick<Attempt, 'id' | 'at' | 'subject' | 'person'> & { action: string; after: unknown },
): Attempt {
  const { id, at, action, subject, after, person } = row;
  const [kind, outcome] = action.split('.') as [Attempt['kind'], Attempt['outcome']];
  return { ...(entrySchema.safeParse(after).data ?? {}), id, at, kind, outcome, subject, person };
}

/**
 * Returns one entry for each attempt, newest first: its outcome, or the request while there is no outcome.
 * @param before the id at which the page before ended
 */
export async function attemptsBefore(
  db: Queryable,
  { before, limit }: { before: number | null; limit: number },
): Promise<Attempt[]> {
  const ended = sql<boolean>`(action like '%.asked' and exists (
    select from audit_log outcome where outcome.action ~ '^(release|rollback|retirement|stage)[.]'
      and (outcome.after ->> 'attempt')::integer = audit_log.id))`;
  const page = attempts(db)
    .where(({ not }) => not(ended))
    .limit(limit);
  return (await (before === null ? page : page.where('audit_log.id', '<', before)).execute()).map(attemptOf);
}

/** The most attempts that are read. An app has fewer while it is listed. */
const MOST_TAKEN = 500;

/**
 * The releases and rollbacks that made one of these builds live, newest first.
 * @param builds 'catalog@1.0.0-3f9a01c2'
 */
export async function attemptsThatMade(db: Queryable, builds: readonly string[]): Promise<Attempt[]> {
  const wanted = sql`${[...builds]}::text[]`;
  const rows = await attempts(db)
    .where(
      sql<boolean>`(action = 'release.taken' and string_to_array(subject, ', ') && ${wanted}
        or action = 'rollback.taken' and split_part(subject, '@', 1) || '@' || (after ->> 'to') = any(${wanted}))`,
    )
    .limit(MOST_TAKEN)
    .execute();
  return rows.map(attemptOf);
}

/** Lists the builds that a taken attempt made live: 'catalog@1.0.0-3f9a01c2'. */
export function madeBy({ kind, subject, to }: Attempt): string[] {
  if (kind === 'release') return subject.split(', ');
  return kind === 'rollback' && to ? [`${subject.split('@')[0]}@${to}`] : [];
}
