/** A stall's menu as its editor reads and changes it. Each change is of a version of the menu, and gets the menu as it is then. */
import { ApiError, type ApiErrorShape, api } from 'shared-contracts/client';
import { fillPath, queryClient, resourceKey, useResource } from 'shared-contracts/query';
import type { Envelope, MenuEdited, MenuEditor, MenuEntryKind } from 'shared-contracts/types';
import { refreshTaxes } from '../item-tax/taxes.resource';
import { changedFields, conflictsOf, type Field, type Fields, fieldsOf, onlyFields } from './menu-draft.rules';
import { entriesIn, placeOf } from './menu-tree.rules';
import { storeVersion, versionSentTo } from './sent-additions';

const pathOf = (vendorId: string) => fillPath('/vendors/:vendorId/menu-editor', { vendorId });

export function useMenu(vendorId: string) {
  return useResource<Envelope<MenuEditor>, MenuEditor>(pathOf(vendorId), {}, { select: readMenu });
}

/** A body without a menu is of some network in between. */
function readMenu({ data }: Envelope<MenuEditor>): MenuEditor {
  if (!Array.isArray((data as Partial<MenuEditor> | null)?.menus)) throw new ApiError(0, { code: 'NOT_AN_ANSWER' });
  return data;
}

/** The menu that is on the screen. */
function shownMenu(vendorId: string): MenuEditor {
  const shown = queryClient().getQueryData<Envelope<MenuEditor>>(resourceKey(pathOf(vendorId)));
  if (!shown) throw new Error('The menu is changed before it was read.');
  return readMenu(shown);
}

async function show(vendorId: string, menu: MenuEditor): Promise<void> {
  const { version, currency, currency_symbol, menus } = menu;
  const queryKey = resourceKey(pathOf(vendorId));
  // A pending response may be older than this menu, and would replace it.
  await queryClient().cancelQueries({ queryKey, exact: true });
  queryClient().setQueryData(queryKey, { data: { version, currency, currency_symbol, menus } });
  const ofVendor = resourceKey(fillPath('/vendors/:vendorId', { vendorId }));
  void queryClient().invalidateQueries({ queryKey: ofVendor, exact: true });
  void refreshTaxes(vendorId);
}

/**
 * How often a change is sent again to a menu that other editors have changed meanwhile. Each time it is compared with what they did.
 */
const MOST_TRIES = 4;

/**
 * Sends a change to the menu that is on the screen. Where another editor was first, shows what the menu is now and asks again.
 * @param request null where the change is no longer to be sent
 * @returns null for such a change
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
 * Sends what adds to the menu. It is never sent again by itself: the change that the API speaks of may be this addition,
 * of which the response was lost.
 */
async function add(
  vendorId: string,
  path: string,
  { parentId = null, ...body }: Partial<Fields> & { parentId?: number | null } = {},
): Promise<MenuEdited> {
  const address = parentId === null ? path : `${path}/${parentId}`;
  const earlier = versionSentTo(address);
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
  /** Null for a new one. */
  id: number | null;
  /** Where a new one goes; null for a menu. */
  parentId: number | null;
}

export type Saved =
  | { id: number; conflicts?: undefined; isGone?: undefined }
  /** Another editor changed these fields too, to what `theirs` says. Nothing was sent. */
  | { conflicts: readonly Field[]; theirs: Fields; isGone?: undefined }
  /** It is not in the menu any more, or the list is not that it was to go to. Nothing was sent. */
  | { isGone: true; conflicts?: undefined };

/**
 * Saves the fields that differ from `base`, which is what the editor began with. What others changed meanwhile in other fields stays.
 * @throws ApiErrorShape
 */
export async function saveEntry(vendorId: string, target: Target, base: Fields, mine: Fields): Promise<Saved> {
  const { kind, id } = target;
  const path = `${pathOf(vendorId)}/${kind}`;
  if (id === null) {
    const fields = onlyFields(kind, mine, changedFields(kind, base, mine));
    return { id: await addEntry(vendorId, target, fields) };
  }
  let outcome: Saved | null = null;
  const edited = await change(vendorId, (menu) => {
    const { version } = menu;
    const place = placeOf(menu, kind, id);
    if (!place) {
      outcome = { isGone: true };
      return null;
    }
    const theirs = fieldsOf(place.entry);
    const conflicts = conflictsOf(kind, { base, mine, theirs });
    if (conflicts.length > 0) {
      outcome = { conflicts, theirs };
      return null;
    }
    const changed = changedFields(kind, base, mine);
    if (changed.length === 0) {
      outcome = { id };
      return null;
    }
    return api().put(`${path}/${id}`, { version, ...onlyFields(kind, mine, changed) });
  });
  return outcome ?? { id: edited?.entry_id ?? Number.NaN };
}

/** @throws ApiErrorShape where the menu has changed too: its editor looks whether the entry is there, and saves again */
async function addEntry(vendorId: string, { kind, parentId }: Target, fields: Partial<Fields>): Promise<number> {
  try {
    const { entry_id } = await add(vendorId, `${pathOf(vendorId)}/${kind}`, { parentId, ...fields });
    return entry_id ?? Number.NaN;
  } catch (error) {
    if ((error as ApiErrorShape).code !== 'MENU_CHANGED') throw error;
    const isThere = entriesIn(shownMenu(vendorId), kind, parentId).some(({ name }) => name === fields.name);
    const message = isThere
      ? `The menu has changed meanwhile: ${fields.name} is there already. Save again to add another one.`
      : 'The menu has changed meanwhile. Save again to add this to it.';
    throw new ApiError(409, { code: 'MENU_CHANGED', message });
  }
}

export type EntryAction =
  | { do: 'duplicate' }
  | { do: 'show' | 'hide' | 'remove' }
  | { do: 'move'; afterId: number | null; parentId?: number };

/**
 * Sends an action from the list. It is not sent again to an entry that another editor has changed since it was tapped. A copy is
 * never sent again.
 * @throws ApiErrorShape also for that
 */
export async function changeEntry(
  vendorId: string,
  { kind, id }: { kind: MenuEntryKind; id: number },
  action: EntryAction,
): Promise<MenuEdited> {
  const path = `${pathOf(vendorId)}/${kind}/${id}`;
  if (action.do === 'duplicate') return add(vendorId, `${path}/duplicate`);
  const seen = JSON.stringify(placeOf(shownMenu(vendorId), kind, id)?.entry);
  const edited = await change(vendorId, (menu) => {
    const { version } = menu;
    if (JSON.stringify(placeOf(menu, kind, id)?.entry) !== seen) return null;
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
      message: 'Someone else has changed this meanwhile. Look at it, then try again.',
    });
  }
  return edited;
}
