/** Keeps the parts of an item's picture that the stall has set and the document leaves out. */

import type { Trx } from 'core/database/kysely';
import type { StoredTexts } from 'core/database/types';
import { sql } from 'kysely';
import type { Row } from './sync-rows';

interface Present {
  group_id: number;
  slug: string;
  image_url: string | null;
  hero_url: string | null;
  image_alt: string;
  texts: StoredTexts;
  /** True if the stall has uploaded the picture. */
  is_own: boolean;
}

/**
 * @param rows the rows of items. `is_page_open` is true if the document names no picture for the page of the item. Without an `image_alt` the
 * document describes no picture. `other_languages` are those of the venue except its first one.
 */
export async function withStallPictures(trx: Trx, rows: readonly Row[]): Promise<Row[]> {
  const groupIds = [...new Set(rows.map(({ group_id }) => Number(group_id)))];
  const { rows: present } = await sql<Present>`
    select group_id, slug, image_url, hero_url, image_alt, texts,
      exists (select from stall_pictures where address = image_url) as is_own
    from items where group_id = any(${groupIds}::integer[])`.execute(trx);
  const byPlace = new Map(present.map((item) => [placeOf(item), item]));
  return rows.map((row) => {
    const before = byPlace.get(placeOf(row));
    if (row.image_url === null) {
      const own = before?.is_own ? before : undefined;
      const { image_url, hero_url, image_alt } = own ?? NO_PICTURE;
      return { ...row, image_url, hero_url, image_alt, texts: withDescriptionOf(own, row) };
    }
    const same = before?.image_url === row.image_url ? before : undefined;
    return {
      ...row,
      hero_url: (row.is_page_open && same?.hero_url) || row.hero_url,
      image_alt: row.image_alt ?? same?.image_alt ?? '',
      texts: row.image_alt === undefined ? withDescriptionOf(same, row) : row.texts,
    };
  });
}

/** Returns the texts of the document's row. A picture that stays keeps its description in each language. */
function withDescriptionOf(item: Present | undefined, { texts, other_languages }: Row): StoredTexts {
  const given = texts as StoredTexts;
  const kept = (other_languages as readonly string[]).flatMap((language) => {
    const image_alt = item?.texts[language]?.image_alt;
    return image_alt === undefined ? [] : [[language, { ...given[language], image_alt }]];
  });
  return { ...given, ...Object.fromEntries(kept) };
}

const NO_PICTURE = { image_url: null, hero_url: null, image_alt: '' };

const placeOf = ({ group_id, slug }: Row | Present) => `${group_id} ${slug}`;
