/** Writes the sizes of an item, and the choices of an item or of a group. Each request sends a whole list. */

import type { StoredTexts } from 'core/database/types';
import { invalid } from 'core/errors';
import { freeSlug } from 'core/texts/slug';
import { type RawBuilder, sql } from 'kysely';
import { toMinor } from 'shared-contracts/rules/money';
import type { optionGroupDraftSchema } from 'shared-contracts/schemas';
import type { EditedOptionGroup } from 'shared-contracts/types';
import type { z } from 'zod';
import { t } from '../../words';
import { largestPrice } from '../documents/currency';
import { type Row, type SyncTable, syncRows } from '../documents/sync-rows';
import { optionGroupsTable, optionsTable, variantsTable } from '../documents/venue-tables';
import type { MenuInEdit } from './edit-menu';
import { textsOfDraft } from './entry-texts';

type OptionGroupDraft = z.output<typeof optionGroupDraftSchema>;
type PricedDraft = Omit<OptionGroupDraft['options'][number], 'allergens'>;

/** Makes each request write the initial columns too, because the editor always sends the status. A document writes them only once. */
const whole = (table: SyncTable): SyncTable => ({
  ...table,
  columns: [...table.columns, ...(table.initialColumns ?? [])],
  initialColumns: [],
});
const tables = {
  variants: whole(variantsTable),
  option_groups: whole(optionGroupsTable),
  options: whole(optionsTable),
};

/** @throws ApiError 422 for an amount that the currency does not have, or a size of another item */
export async function writeVariants(
  edit: MenuInEdit,
  itemId: number,
  drafts: readonly PricedDraft[],
  present: readonly { id: number }[],
): Promise<void> {
  const ofItem = sql<boolean>`item_id = ${itemId}`;
  const slugs = await slugsOf(edit, 'variants', ofItem);
  const rows = withSlugs(drafts, { present, slugs, path: 'variants', otherwise: 'size' }).map((draft, position) => ({
    item_id: itemId,
    ...pricedRow(edit, draft, { position, path: `variants.${position}` }),
  }));
  await syncRows(edit.trx, tables.variants, rows, ofItem);
}

/** @throws ApiError 422 for an amount that the currency does not have, or a choice of something else */
export async function writeOptionGroups(
  edit: MenuInEdit,
  owner: { item_id: number } | { group_id: number },
  drafts: readonly OptionGroupDraft[],
  present: readonly EditedOptionGroup[],
): Promise<void> {
  const { trx, vendorId } = edit;
  const { item_id, group_id } = { item_id: null, group_id: null, ...owner };
  const ofOwner = item_id === null ? sql<boolean>`group_id = ${group_id}` : sql<boolean>`item_id = ${item_id}`;
  const groups = withSlugs(drafts, {
    present,
    slugs: await slugsOf(edit, 'option_groups', ofOwner),
    path: 'option_groups',
    otherwise: 'choices',
  });
  const rows = groups.map(({ slug, name, status, min_select, max_select, ...group }, position) => {
    const texts = textsIn(edit, group, `option_groups.${position}`);
    return { item_id, group_id, vendor_id: vendorId, slug, name, texts, status, min_select, max_select, position };
  });
  const { ids } = await syncRows(trx, tables.option_groups, rows, ofOwner);
  const all = [...new Set([...ids, ...present.map(({ id }) => id)])];
  const ofGroups = sql<boolean>`option_group_id = any(${all}::integer[])`;
  const stored = await slugsOf(edit, 'options', ofGroups);
  const options = groups.flatMap((group, index): Row[] => {
    const groupId = ids[index] ?? Number.NaN;
    const path = `option_groups.${index}.options`;
    const known = present.find(({ id }) => id === group.id)?.options ?? [];
    return withSlugs(group.options, {
      present: known,
      slugs: stored.filter(({ owner_id }) => owner_id === groupId),
      path,
      otherwise: 'choice',
    }).map((draft, position) => ({
      option_group_id: groupId,
      allergens: draft.allergens ?? known.find(({ id }) => id === draft.id)?.allergens ?? [],
      ...pricedRow(edit, draft, { position, path: `${path}.${position}` }),
    }));
  });
  await syncRows(trx, tables.options, options, ofGroups);
}

interface StoredSlug {
  id: number;
  slug: string;
  stored_texts: StoredTexts;
  /** The option group of an option. */
  owner_id: number;
  /** When a sold-out choice becomes available again. */
  back_at: Date | null;
}

/** Includes the choices that have left the menu. */
async function slugsOf(
  { trx }: MenuInEdit,
  table: keyof typeof tables,
  scope: RawBuilder<boolean>,
): Promise<StoredSlug[]> {
  const owner = sql.ref(table === 'options' ? 'option_group_id' : 'vendor_id');
  const back = table === 'option_groups' ? sql`null` : sql`case when not sells(status, back_at) then back_at end`;
  const { rows } = await sql<StoredSlug>`
    select id, slug, texts as stored_texts, ${owner} as owner_id, ${back} as back_at from ${sql.table(table)} where ${scope}`.execute(
    trx,
  );
  return rows;
}

/** The stored values that a draft does not contain, so that they stay as they are. */
type Kept = Pick<StoredSlug, 'slug' | 'back_at' | 'stored_texts'>;

interface Present {
  present: readonly { id: number }[];
  slugs: readonly StoredSlug[];
  /** The path of the list in the request. */
  path: string;
  otherwise: string;
}

/** Entries that exist keep their slug, and so their row. @throws ApiError 422 for an id that is missing from the list, or is in it twice */
function withSlugs<T extends { id?: number | undefined; name: string }>(
  drafts: readonly T[],
  { present, slugs, path, otherwise }: Present,
): (T & Kept)[] {
  const left = new Set(present.map(({ id }) => id));
  const taken = new Set(slugs.map(({ slug }) => slug));
  const known = new Map(slugs.map((row) => [row.id, row]));
  return drafts.map((draft, index) => {
    const row = draft.id === undefined ? undefined : known.get(draft.id);
    const slug = draft.id === undefined ? freeSlug(draft.name, taken, otherwise) : row?.slug;
    if (slug === undefined || (draft.id !== undefined && !left.delete(draft.id))) {
      throw invalid({ [`${path}.${index}.id`]: [t('This is not a part of the menu.')] });
    }
    taken.add(slug);
    return { ...draft, slug, back_at: row?.back_at ?? null, stored_texts: row?.stored_texts ?? {} };
  });
}

/** The texts of an entry in the venue's other languages. @throws ApiError 422 */
const textsIn = (
  { menu }: MenuInEdit,
  { texts, stored_texts }: Pick<PricedDraft & Kept, 'texts' | 'stored_texts'>,
  path: string,
) => textsOfDraft(menu, texts, { path }) ?? stored_texts;

/**
 * Builds the row of a choice. A choice that comes back at a set time keeps that time until the editor shows the choice again.
 * @throws ApiError 422
 */
function pricedRow(
  edit: MenuInEdit,
  draft: PricedDraft & Kept,
  { position, path }: { position: number; path: string },
): Row {
  const { slug, name, status, back_at, price } = draft;
  return {
    vendor_id: edit.vendorId,
    slug,
    name,
    texts: textsIn(edit, draft, path),
    status,
    back_at: status === 'inactive' ? back_at : null,
    position,
    price_minor: minorOf(price, edit.menu.currency, `${path}.price`),
  };
}

function minorOf(price: number, currency: string, path: string): number {
  const largest = largestPrice(currency);
  if (price > largest) throw invalid({ [path]: [t('A price is {largest} at most.', { largest })] });
  try {
    return toMinor(price, currency);
  } catch {
    throw invalid({ [path]: [t('This is not an amount of {currency}.', { currency })] });
  }
}
