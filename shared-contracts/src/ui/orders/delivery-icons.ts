import { Armchair, DoorOpen, HandPlatter, type LucideIcon, MapPin } from 'lucide-react';
import type { DeliveryMethodType } from 'shared-contracts/types';

/** The icon of each delivery method, the same on every screen. None is a bag, which stands for the cart. */
export const DELIVERY_ICONS: Record<DeliveryMethodType, LucideIcon> = {
  collect: HandPlatter,
  table: Armchair,
  room: DoorOpen,
  address: MapPin,
};
