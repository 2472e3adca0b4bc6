/** Operators of the site add and remove the workflows that may release without a stored secret. */
import { inTransaction, type Trx } from 'core/database/kysely';
import type { ReleasePublishersTable } from 'core/database/types';
import { notFound } from 'core/errors';
import type { Session } from 'core/http/session';
import type { Selectable } from 'kysely';
import type { ReleasesDeps } from '../../deps';

type Stored = Pick<ReleasesDeps, 'db' | 'clock'>;
type Row = Selectable<ReleasePublishersTable>;

export type PublisherGrant = Omit<Row, 'id' | 'created_at' | 'created_by' | 'removed_at'>;
export interface ShownPublisher extends PublisherGrant {
  id: number;
  created_at: string;
  removed_at: string | null;
}

export async function publishersOf({ db }: Pick<ReleasesDeps, 'db'>): Promise<ShownPublisher[]> {
  return (await db.selectFrom('release_publishers').selectAll().orderBy('id').execute()).map(shown);
}

export function addPublisher({ db, clock }: Stored, session: Session, grant: PublisherGrant): Promise<ShownPublisher> {
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    const row = await trx
      .insertInto('release_publishers')
      .values({ ...grant, created_at: now, created_by: session.user.id })
      .returningAll()
      .executeTakeFirstOrThrow();
    await note(trx, { at: now, session, action: 'release-publisher.added', row });
    return shown(row);
  });
}

/**
 * Removes a publisher, and ends the tokens that its workflow holds: the next request of a run that is under way is refused.
 * @throws ApiError 404 if there is no such publisher, or it was removed before
 */
export function removePublisher({ db, clock }: Stored, session: Session, id: number): Promise<ShownPublisher> {
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    const row = await trx
      .updateTable('release_publishers')
      .set({ removed_at: now })
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound('Publisher not found.');
    await trx
      .updateTable('release_tokens')
      .set({ revoked_at: now })
      .where('publisher_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    await note(trx, { at: now, session, action: 'release-publisher.removed', row });
    return shown(row);
  });
}

function shown({ created_by: _by, created_at, removed_at, ...row }: Row): ShownPublisher {
  return { ...row, created_at: created_at.toISOString(), removed_at: removed_at?.toISOString() ?? null };
}

async function note(
  trx: Trx,
  { at, session, action, row }: { at: Date; session: Session; action: string; row: Row },
): Promise<void> {
  const subject = `publisher ${row.id} of ${row.team}`;
  await trx
    .insertInto('audit_log')
    .values({ at, actor_id: session.user.id, action, subject, after: JSON.stringify(shown(row)) })
    .execute();
}
