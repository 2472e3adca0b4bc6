/** A vendor's own view of its menu: to its members the API also lists what is inactive. */
import { api } from 'shared-contracts/client';
import { useShell } from 'shared-contracts/events';
import { fillPath, invalidate, useResource } from 'shared-contracts/query';
import type { Envelope, Item, Status, Vendor } from 'shared-contracts/types';

export function useVendor(vendorId: string) {
  return useResource<Envelope<Vendor>, Vendor>(
    fillPath('/vendors/:vendorId', { vendorId }),
    {},
    { select: ({ data }) => data },
  );
}

export function useItem(itemId: string) {
  return useResource<Envelope<Item>, Item>(fillPath('/items/:itemId', { itemId }), {}, { select: ({ data }) => data });
}

/** Whether the signed-in user works for this vendor. The API decides; this only spares them a page of dead switches. */
export function useIsMember(vendorId: string): boolean {
  return useShell((state) => state.session?.user.vendors.some(({ id }) => String(id) === vendorId) ?? false);
}

/** What can be switched on and off, by the path it is switched under. */
export type Stocked = 'items' | 'variants' | 'options';

export async function changeStatus(kind: Stocked, id: number, status: Status): Promise<void> {
  await api().put(`/${kind}/${id}`, { status });
}

/** Resolves when what is on the screen has been fetched again. */
export async function refreshStock(vendorId: string, itemId: number): Promise<void> {
  await Promise.all([
    invalidate(fillPath('/items/:itemId', { itemId })),
    invalidate(fillPath('/vendors/:vendorId', { vendorId })),
  ]);
}
