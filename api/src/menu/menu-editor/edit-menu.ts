import type { Trx } from 'core/database/kysely';
import { conflict } from 'core/errors';
import type { Session } from 'core/http/session';
import type { MenuEdited, MenuEditor, MenuEntryKind } from 'shared-contracts/types';
import type { Deps } from '../../deps';
import { leadPlace, vendorPlace } from '../../people/people/workplace';
import { t } from '../../words';
import { announceStock } from '../hours/announce-stock';
import { auditEdit } from './audit-edit';
import { readMenu } from './menu-editor.repository';

export interface Editing {
  session: Session;
  vendorId: number;
  /** The version of the menu that the editor has loaded. */
  version: string;
  exceptSocketId: string | null;
  /** The kind of the entry that the request is about. */
  kind: MenuEntryKind;
  /** Null when the request creates the entry. */
  entryId: number | null;
}

/** The menu that the editor has loaded, inside of the transaction that changes it. */
export interface MenuInEdit {
  trx: Trx;
  vendorId: number;
  menu: MenuEditor;
  now: Date;
}

/**
 * Changes a stall's menu. Changes of one menu run one after the other, and each names the version that its editor has loaded.
 * @param change returns the id of the entry that it created, copied, changed or moved
 * @throws ApiError 401, 403 if the role has ended; 404; 409 MENU_CHANGED with the stored menu
 */
export function editMenu(
  { outbox, clock }: Pick<Deps, 'outbox' | 'clock'>,
  { session, vendorId, version, exceptSocketId, kind, entryId }: Editing,
  change: (edit: MenuInEdit) => Promise<number | null>,
): Promise<MenuEdited> {
  return outbox.transaction(async (trx) => {
    const place = await vendorPlace(trx, vendorId);
    await leadPlace(trx, { clock }, place, session);
    const menu = await readMenu(trx, vendorId);
    if (menu.version !== version) {
      throw conflict('MENU_CHANGED', t('This menu was changed meanwhile. Look at what changed, then try again.'), menu);
    }
    const entry_id = await change({ trx, vendorId, menu, now: clock.now() });
    const edited = await readMenu(trx, vendorId);
    if (edited.version !== version) await announceStock(trx, { venueId: place.venueId, vendorId }, exceptSocketId);
    const id = entry_id ?? entryId;
    if (id !== null) await auditEdit(trx, { ...place, vendorId }, { kind, id, before: menu, after: edited });
    return { ...edited, entry_id };
  });
}
