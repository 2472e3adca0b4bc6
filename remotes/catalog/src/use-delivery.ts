/** Stores how and where a guest wants the food of a vendor, as a link to its menu names it. The cart starts with that. */
import { useEffect } from 'react';
import { type VendorDelivery, writeVendorDelivery } from 'shared-contracts/local-keys';
import { useSearchParams } from 'shared-contracts/router';
import type { DeliveryMethodType } from 'shared-contracts/types';

/** The parameters of a menu's address, which are stored under the same names. */
export const DELIVERY_FIELDS = [
  'delivery_method',
  'delivery_method_type',
  'delivery_method_location',
] as const satisfies readonly (keyof VendorDelivery)[];

const METHODS: readonly string[] = ['collect', 'deliver'];
const TYPES: readonly string[] = ['collect', 'table', 'room', 'address'] satisfies DeliveryMethodType[];

/** Reads the delivery that a link to a menu names. Unknown values are ignored. */
export function deliveryFromQuery(query: URLSearchParams): Partial<VendorDelivery> {
  const delivery: Partial<VendorDelivery> = {};
  const method = query.get('delivery_method');
  const type = query.get('delivery_method_type');
  const location = query.get('delivery_method_location')?.trim();
  if (method && METHODS.includes(method)) delivery.delivery_method = method as VendorDelivery['delivery_method'];
  if (type && TYPES.includes(type)) delivery.delivery_method_type = type as VendorDelivery['delivery_method_type'];
  if (location) delivery.delivery_method_location = location.slice(0, 200);
  return delivery;
}

/** Stores the delivery that the address names for a vendor. */
export function useDeliveryOfAddress(vendorId: number | undefined): void {
  const [query] = useSearchParams();
  useEffect(() => {
    if (vendorId !== undefined) writeVendorDelivery(vendorId, deliveryFromQuery(query));
  }, [vendorId, query]);
}
