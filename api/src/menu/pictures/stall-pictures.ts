/** The pictures that stalls have uploaded, and which of them are on a menu. */

import type { Queryable, Trx } from 'core/database/kysely';
import { sql } from 'kysely';

/**
 * A picture is kept for this time after it has left the menu. A guest may have loaded an earlier menu, and an editor may save a draft days
 * later.
 */
export const UNUSED_MS = 7 * 24 * 3_600_000;

/**
 * Matches a picture that is on a menu. A picture of a stall or a venue counts too, because a document may name an uploaded picture there.
 */
const isUsed = sql<boolean>`address in (
  select image_url from items where is_listed and image_url is not null
  union all select hero_url from items where is_listed and hero_url is not null
  union all select image_url from vendors union all select thumbnail_url from vendors
  union all select image_url from venues)`;

/** @returns the bytes of all of a stall's pictures */
export async function bytesOf(db: Queryable, vendorId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes), 0)::float8 as bytes from stall_pictures where vendor_id = ${vendorId}`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Registers a picture. A second upload of the same picture renews it. */
export async function storePicture(
  trx: Trx,
  { address, vendorId, bytes, at }: { address: string; vendorId: number; bytes: number; at: Date },
): Promise<void> {
  await trx
    .insertInto('stall_pictures')
    .values({ address, vendor_id: vendorId, bytes, created_at: at })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ unused_since: null }))
    .execute();
}

/**
 * Tells whether an item of the stall may have these pictures: the stall has uploaded them, or its items have them. None of them is deleted until
 * the transaction ends.
 */
export async function mayHave(trx: Trx, vendorId: number, addresses: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(addresses)];
  const uploaded = await sql<{ address: string }>`
    select address from stall_pictures where vendor_id = ${vendorId} and address = any(${wanted}::text[])
    order by address for key share`.execute(trx);
  const own = new Set(uploaded.rows.map(({ address }) => address));
  if (wanted.every((address) => own.has(address))) return true;
  const { rows } = await sql<{ image_url: string | null; hero_url: string | null }>`
    select image_url, hero_url from items
    where vendor_id = ${vendorId} and (image_url = any(${wanted}::text[]) or hero_url = any(${wanted}::text[]))`.execute(
    trx,
  );
  for (const { image_url, hero_url } of rows) {
    if (image_url !== null) own.add(image_url);
    if (hero_url !== null) own.add(hero_url);
  }
  return wanted.every((address) => own.has(address));
}

/** Records since when each picture has been on no menu. */
export async function markUnused(db: Queryable, now: Date): Promise<void> {
  await sql`update stall_pictures set unused_since = ${now} where unused_since is null and not (${isUsed})`.execute(db);
  await sql`update stall_pictures set unused_since = null where unused_since is not null and ${isUsed}`.execute(db);
}

/**
 * Deletes the rows of pictures that have been on no menu for UNUSED_MS. A picture that returns to a menu at the same time stays, because
 * the other transaction holds its row.
 * @returns their addresses; an upload of the same picture waits for this transaction
 */
export async function takeUnused(trx: Trx, now: Date, limit: number): Promise<string[]> {
  const before = new Date(now.getTime() - UNUSED_MS);
  const { rows } = await sql<{ address: string }>`
    select address from stall_pictures where unused_since < ${before}
    order by address limit ${limit} for update skip locked`.execute(trx);
  const locked = rows.map(({ address }) => address);
  // The rows are read again under the lock.
  const taken = await sql<{ address: string }>`
    delete from stall_pictures where address = any(${locked}::text[]) and unused_since < ${before} and not (${isUsed})
    returning address`.execute(trx);
  const addresses = taken.rows.map(({ address }) => address);
  // Only items that have left the menu still name them.
  await sql`
    update items set image_url = null, hero_url = null, image_alt = ''
    where image_url = any(${addresses}::text[]) or hero_url = any(${addresses}::text[])`.execute(trx);
  return addresses;
}
