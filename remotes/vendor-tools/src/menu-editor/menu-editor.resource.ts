/** Reads and changes a stall's menu. Each change names the version of the menu that it is for, and its response is the new menu. */
import { ApiError, type ApiErrorShape, api } from 'shared-contracts/client';
import { fillPath, queryClient, resourceKey, useResource } from 'shared-contracts/query';
import type { Envelope, MenuEdited, MenuEditor, MenuEntryKind } from 'shared-contracts/types';
import { refreshTaxes } from '../item-tax/taxes.resource';
import { t } from '../words';
import { changedFields, type Field, type Fields, findConflicts, onlyFields, toFields } from './menu-draft.rules';
import { entriesIn, findPlace } from './menu-tree.rules';
import { sentVersion, storeVersion } from './sent-additions';
import { mergeTexts } from './translation.rules';

const menuPath = (vendorId: string) => fillPath('/vendors/:vendorId/menu-editor', { vendorId });

export function useMenu(vendorId: string) {
  return useResource<Envelope<MenuEditor>, MenuEditor>(menuPath(vendorId), {}, { select: readMenu });
}

/** Refuses a body without a menu, which comes from some network in between. */
function readMenu({ data }: Envelope<MenuEditor>): MenuEditor {
  if (!Array.isArray((data as Partial<MenuEditor> | null)?.menus)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

/** Returns the menu that is on the screen. */
function shownMenu(vendorId: string): MenuEditor {
  const shown = queryClient().getQueryData<Envelope<MenuEditor>>(resourceKey(menuPath(vendorId)));
  if (!shown) throw new Error('The menu is changed before it was read.');
  return readMenu(shown);
}

async function show(vendorId: string, menu: MenuEditor): Promise<void> {
  const { version, currency, currency_symbol, languages, menus } = menu;
  const queryKey = resourceKey(menuPath(vendorId));
  // A pending response may be older than this menu, and would replace it.
  await queryClient().cancelQueries({ queryKey, exact: true });
  queryClient().setQueryData(queryKey, { data: { version, currency, currency_symbol, languages, menus } });
  const vendorKey = resourceKey(fillPath('/vendors/:vendorId', { vendorId }));
  void queryClient().invalidateQueries({ queryKey: vendorKey, exact: true });
  void refreshTaxes(vendorId);
}

/**
 * The number of times that a change is sent to a menu that other editors change meanwhile. Before each try it is compared with their
 * changes.
 */
const MOST_TRIES = 4;

/**
 * Sends a change for the menu that is on the screen. If another editor was first, it shows the new menu and calls `request` again.
 * @param request returns null if the change must not be sent any more
 * @returns null if the change was not sent
 */
async function change(
  vendorId: string,
  request: (menu: MenuEditor) => Promise<Envelope<MenuEdited>> | null,
): Promise<MenuEdited | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await request(shownMenu(vendorId));
      if (response) await show(vendorId, response.data);
      return response?.data ?? null;
    } catch (error) {
      const { code, data } = error as ApiErrorShape;
      if (code !== 'MENU_CHANGED') throw error;
      await show(vendorId, readMenu({ data: data as MenuEditor }));
      if (attempt === MOST_TRIES) throw error;
    }
  }
}

/**
 * Adds an entry to the menu. It never sends the addition again by itself: the change that the API reports may be this very addition, whose
 * response was lost.
 */
async function add(
  vendorId: string,
  path: string,
  { parentId = null, ...body }: Partial<Fields> & { parentId?: number | null } = {},
): Promise<MenuEdited> {
  const address = parentId === null ? path : `${path}/${parentId}`;
  const earlier = sentVersion(address);
  const version = earlier ?? shownMenu(vendorId).version;
  storeVersion(address, version);
  try {
    const addition = { version, ...(parentId !== null && { parent_id: parentId }), ...body };
    const { data } = await api().post<Envelope<MenuEdited>>(path, addition);
    storeVersion(address, null);
    await show(vendorId, data);
    return data;
  } catch (error) {
    const { status, code, data } = error as ApiErrorShape;
    const isRefused = status >= 400 && status < 500;
    if (isRefused) storeVersion(address, code === 'MENU_CHANGED' ? null : earlier);
    if (code === 'MENU_CHANGED') await show(vendorId, readMenu({ data: data as MenuEditor }));
    throw error;
  }
}

export interface Target {
  kind: MenuEntryKind;
  /** Null for a new entry. */
  id: number | null;
  /** The parent of a new entry; null for a menu. */
  parentId: number | null;
}

export type Saved =
  | { id: number; conflicts?: undefined; isGone?: undefined }
  /** Another editor changed these fields too; `theirs` has their values. Nothing was sent. */
  | { conflicts: readonly Field[]; theirs: Fields; isGone?: undefined }
  /** The entry or the list that it was to go to is no longer in the menu. Nothing was sent. */
  | { isGone: true; conflicts?: undefined };

/**
 * Saves the fields that differ from `base`, which has their values when the editing began. Changes of other editors to other fields stay.
 * @throws ApiErrorShape
 */
export async function saveEntry(vendorId: string, target: Target, base: Fields, mine: Fields): Promise<Saved> {
  const { kind, id } = target;
  const path = `${menuPath(vendorId)}/${kind}`;
  if (id === null) {
    const fields = onlyFields(kind, mine, changedFields(kind, base, mine));
    return { id: await addEntry(vendorId, target, fields) };
  }
  let outcome: Saved | null = null;
  const edited = await change(vendorId, (menu) => {
    const { version } = menu;
    const place = findPlace(menu, kind, id);
    if (!place) {
      outcome = { isGone: true };
      return null;
    }
    const theirs = toFields(place.entry);
    const conflicts = findConflicts(kind, { base, mine, theirs });
    if (conflicts.length > 0) {
      outcome = { conflicts, theirs };
      return null;
    }
    const changed = changedFields(kind, base, mine);
    if (changed.length === 0) {
      outcome = { id };
      return null;
    }
    const texts = mergeTexts({ base: base.texts, mine: mine.texts, theirs: theirs.texts }) ?? mine.texts;
    return api().put(`${path}/${id}`, { version, ...onlyFields(kind, { ...mine, texts }, changed) });
  });
  return outcome ?? { id: edited?.entry_id ?? Number.NaN };
}

/** @throws ApiErrorShape also if the menu has changed: the editor then checks whether the entry is in it, and saves again */
async function addEntry(vendorId: string, { kind, parentId }: Target, fields: Partial<Fields>): Promise<number> {
  try {
    const { entry_id } = await add(vendorId, `${menuPath(vendorId)}/${kind}`, { parentId, ...fields });
    return entry_id ?? Number.NaN;
  } catch (error) {
    if ((error as ApiErrorShape).code !== 'MENU_CHANGED') throw error;
    const isThere = entriesIn(shownMenu(vendorId), kind, parentId).some(({ name }) => name === fields.name);
    const message = isThere
      ? t('The menu has changed meanwhile: {name} is there already. Save again to add another one.', {
          name: fields.name ?? '',
        })
      : t('The menu has changed meanwhile. Save again to add this to it.');
    throw new ApiError(409, { code: 'MENU_CHANGED', message });
  }
}

export type EntryAction =
  | { do: 'duplicate' }
  | { do: 'show' | 'hide' | 'remove' }
  | { do: 'move'; afterId: number | null; parentId?: number };

/**
 * Sends an action from the list. It does not send the action again for an entry that another editor has changed since the tap. It never
 * sends a copy again.
 * @throws ApiErrorShape also if it did not send the action again
 */
export async function changeEntry(
  vendorId: string,
  { kind, id }: { kind: MenuEntryKind; id: number },
  action: EntryAction,
): Promise<MenuEdited> {
  const path = `${menuPath(vendorId)}/${kind}/${id}`;
  if (action.do === 'duplicate') return add(vendorId, `${path}/duplicate`);
  const seen = JSON.stringify(findPlace(shownMenu(vendorId), kind, id)?.entry);
  const edited = await change(vendorId, (menu) => {
    const { version } = menu;
    if (JSON.stringify(findPlace(menu, kind, id)?.entry) !== seen) return null;
    switch (action.do) {
      case 'show':
        return api().put(path, { version, status: 'active' });
      case 'hide':
        return api().put(path, { version, status: 'inactive' });
      case 'remove':
        return api().delete(path, { params: { version } });
      case 'move': {
        const { afterId, parentId } = action;
        return api().post(`${path}/move`, {
          version,
          after_id: afterId,
          ...(parentId !== undefined && { parent_id: parentId }),
        });
      }
    }
  });
  if (!edited) {
    throw new ApiError(409, {
      code: 'MENU_CHANGED',
      message: t('Someone else has changed this meanwhile. Look at it, then try again.'),
    });
  }
  return edited;
}
