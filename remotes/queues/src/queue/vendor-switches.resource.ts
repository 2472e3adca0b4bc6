/** Reads and sets the vendor's own switches: whether it takes orders, what opens and closes it, and when its orders are late. */
import { api, serverNow } from 'shared-contracts/client';
import { invalidate, useResource } from 'shared-contracts/query';
import type { Envelope, OpeningMode, Vendor, VendorSummary } from 'shared-contracts/types';
import { changeDelay } from './queue.rules';

const vendorPath = (vendorId: number | undefined) => `/vendors/${vendorId}`;

/** Reads whether the vendor takes new orders. The data are undefined until that is known, and without a vendor. */
export function useIsAccepting(vendorId: number | undefined) {
  return useResource<Envelope<VendorSummary>, boolean>(
    vendorPath(vendorId),
    {},
    { enabled: vendorId !== undefined, select: ({ data }) => data.accepting_orders },
  );
}

/** Reads whether the vendor's menu is empty. Undefined until that is known, and without a vendor. */
export function useHasEmptyMenu(vendorId: number | undefined): boolean | undefined {
  return useResource<Envelope<Vendor>, boolean>(
    vendorPath(vendorId),
    {},
    { enabled: vendorId !== undefined, select: ({ data }) => data.menus?.data.length === 0 },
  ).data;
}

/** Reads what opens and closes the vendor; undefined until it is loaded. It is fetched again when the vendor opens or closes by itself. */
export function useOpening(vendorId: number | undefined): VendorSummary['opening'] {
  return useResource<Envelope<VendorSummary>, VendorSummary['opening']>(
    vendorPath(vendorId),
    {},
    {
      enabled: vendorId !== undefined,
      select: ({ data }) => data.opening,
      refetchInterval: ({ state }) => changeDelay(state.data?.data.opening?.changes_at, serverNow()),
      refetchIntervalInBackground: true,
    },
  ).data;
}

/** Reads the stall's own steps of lateness. Null if it has none; undefined until they are loaded. */
export function useLateness(vendorId: number | undefined): VendorSummary['lateness'] {
  return useResource<Envelope<VendorSummary>, VendorSummary['lateness']>(
    vendorPath(vendorId),
    {},
    { enabled: vendorId !== undefined, select: ({ data }) => data.lateness },
  ).data;
}

/** Sets whether the vendor opens by its hours, or is open or closed by hand. Resolves when the switch shows it; rejects with an ApiError. */
export const changeMode = (vendorId: number, opening_mode: OpeningMode): Promise<void> =>
  changeVendor(vendorId, { opening_mode });

/** Pauses new orders or takes them again. Resolves when the switch shows it; rejects with an ApiError. */
export const changeAccepting = (vendorId: number, isAccepting: boolean): Promise<void> =>
  changeVendor(vendorId, { accepting_orders: isAccepting });

/** Sets when orders are late at the stall, on all its devices. Resolves when they are shown so; rejects with an ApiError. */
export const changeLateness = (vendorId: number, lateness: VendorSummary['lateness']): Promise<void> =>
  changeVendor(vendorId, { lateness });

type VendorChange = Partial<Pick<VendorSummary, 'accepting_orders' | 'lateness'>> & { opening_mode?: OpeningMode };

async function changeVendor(vendorId: number, change: VendorChange): Promise<void> {
  await api().put(vendorPath(vendorId), change);
  await invalidate(vendorPath(vendorId));
}
