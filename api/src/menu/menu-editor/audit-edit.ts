/** Writes an edit to the audit log: the entry, and its fields before and after. */
import { isDeepStrictEqual } from 'node:util';
import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import type { MenuEditor, MenuEntryKind } from 'shared-contracts/types';
import type { Workplace } from '../../people/people/workplace';
import { KINDS, listsOf } from './entries';

type Fields = Readonly<Record<string, unknown>>;

interface Edit {
  kind: MenuEntryKind;
  id: number;
  before: MenuEditor;
  after: MenuEditor;
}

/** Records the fields that differ, and nothing if none does. The actor is the actor of the transaction. */
export async function auditEdit(
  trx: Trx,
  { venueId, vendorId }: Workplace & { vendorId: number },
  { kind, id, ...edit }: Edit,
): Promise<void> {
  const was = fieldsOf(kind, id, edit.before, vendorId);
  const is = fieldsOf(kind, id, edit.after, vendorId);
  const differing = Object.keys({ ...was, ...is }).filter((field) => !isDeepStrictEqual(was?.[field], is?.[field]));
  if (differing.length === 0) return;
  const of = (fields: Fields | null) =>
    fields && JSON.stringify(Object.fromEntries(differing.map((field) => [field, fields[field]])));
  const how = !was ? 'added' : !is ? 'removed' : differing.includes('place') ? 'moved' : 'changed';
  await trx
    .insertInto('audit_log')
    .values({
      actor_id: sql<number | null>`audit_actor()`,
      action: `${KINDS[kind].name}.${how}`,
      subject: String((is ?? was)?.name),
      venue_id: venueId,
      vendor_id: vendorId,
      before: of(was),
      after: of(is),
    })
    .execute();
}

/** These fields have their own audit entries, which triggers write: the content of an entry, and its tax, allergens and diets. */
const FIELDS_AUDITED_ELSEWHERE = ['id', 'groups', 'items', 'tax_category_id', 'allergens', 'diets'];

/** Returns null if the entry is not in the menu. */
function fieldsOf(kind: MenuEntryKind, id: number, menu: MenuEditor, vendorId: number): Fields | null {
  for (const { parentId, entries } of listsOf(kind, vendorId, menu)) {
    const index = entries.findIndex((entry) => entry.id === id);
    if (index < 0) continue;
    const own = Object.entries(entries[index] ?? {}).filter(([field]) => !FIELDS_AUDITED_ELSEWHERE.includes(field));
    return { ...Object.fromEntries(own), place: { [KINDS[kind].parent]: parentId, position: index + 1 } };
  }
  return null;
}
