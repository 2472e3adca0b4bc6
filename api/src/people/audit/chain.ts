/** Checks that nobody has rewritten the audit log: each entry must agree with the chain of hashes (migration 0080). */
import { createHash } from 'node:crypto';
import { atOneMoment, type Db, type Trx } from 'core/database/kysely';
import { sql } from 'kysely';

/** The end of the chain. If an operator keeps it elsewhere, it shows later that nobody has replaced the whole chain. */
export interface ChainHead {
  position: number;
  /** The hash in hex. */
  hash: string;
}

export interface ChainReport {
  entries: number;
  head: ChainHead | null;
  /** The first entry that does not agree; null if all agree. `id` is null if the entry is missing. */
  fault: { position: number | null; id: number | null; sentence: string } | null;
}

interface Row {
  position: number | null;
  entry_id: number | null;
  hash: Buffer | null;
  id: number | null;
  text: string | null;
  subject: string | null;
  agrees: boolean | null;
  was_deleted: boolean;
}

const NOTHING = Buffer.alloc(32);
const PAGE = 1_000;

/**
 * Compares each entry with the chain.
 * @param known an earlier head, which the chain must still contain
 */
export function verifyChain(db: Db, known: ChainHead | null = null): Promise<ChainReport> {
  return atOneMoment(db, async (trx) => {
    let before: Buffer = NOTHING;
    let last = 0;
    for (;;) {
      const rows = await linksAfter(trx, last);
      for (const row of rows) {
        const position = last + 1;
        const sentence = faultOf(row, position, before) ?? faultOfKnown(row, known);
        if (sentence) return { ...(await report(trx)), fault: { position, id: row.id ?? row.entry_id, sentence } };
        before = row.hash ?? NOTHING;
        last = position;
      }
      if (rows.length < PAGE) break;
    }
    if (known && known.position > last) {
      const sentence = `The chain had ${known.position} entries, and has ${last}.`;
      return { ...(await report(trx)), fault: { position: last + 1, id: null, sentence } };
    }
    const { rows } = await sql<{ id: number }>`select id from audit_log
      where not exists (select from audit_chain where entry_id = audit_log.id) order by id limit 1`.execute(trx);
    const [loose] = rows;
    const fault = loose
      ? { position: null, id: loose.id, sentence: `The entry ${loose.id} is in the log and not in the chain.` }
      : null;
    return { ...(await report(trx)), fault };
  });
}

async function linksAfter(trx: Trx, last: number): Promise<Row[]> {
  const { rows } = await sql<Row>`select position, entry_id, hash, entry.id, entry.subject,
      case when entry.id is not null then audit_text(entry) end as text,
      entry.subject_salt is null or audit_subject_hash(entry.subject_salt, entry.subject) = entry.subject_hash as agrees,
      entry.subject_salt is not null or exists (
        select from audit_log deletion where deletion.action = 'account.deleted' and deletion.subject = entry.subject
      ) as was_deleted
    from audit_chain left join audit_log entry on entry.id = entry_id
    where position > ${last} order by position limit ${PAGE}`.execute(trx);
  return rows;
}

function faultOf(row: Row, position: number, before: Buffer): string | null {
  if (row.position !== position) return `The chain has no position ${position}.`;
  if (row.id === null || row.text === null) return `The entry ${row.entry_id} is gone.`;
  const hash = createHash('sha256').update(before).update(row.text).digest();
  if (!row.hash?.equals(hash))
    return `The entry ${row.id} does not agree with its hash: it was changed, or one before it.`;
  if (!row.agrees) return `The subject of the entry ${row.id} was changed.`;
  if (!row.was_deleted)
    return `The subject of the entry ${row.id} was taken out, and the log has no deletion of '${row.subject}'.`;
  return null;
}

const faultOfKnown = ({ position, hash }: Row, known: ChainHead | null): string | null =>
  known && position === known.position && hash?.toString('hex') !== known.hash
    ? `The chain has another hash at ${position} than it had: it was made again.`
    : null;

async function report(trx: Trx): Promise<Pick<ChainReport, 'entries' | 'head'>> {
  const head = await trx
    .selectFrom('audit_chain')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { count } = await trx
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return { entries: Number(count), head: head ? { position: head.position, hash: head.hash.toString('hex') } : null };
}
