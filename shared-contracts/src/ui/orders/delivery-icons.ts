import { Armchair, DoorOpen, HandPlatter, type LucideIcon, MapPin } from 'lucide-react';
import type { DeliveryMethodType } from 'shared-contracts/types';

/** How food reaches its buyer, by one icon each wherever it is said. A bag is the cart's. */
export const DELIVERY_ICONS: Record<DeliveryMethodType, LucideIcon> = {
  collect: HandPlatter,
  table: Armchair,
  room: DoorOpen,
  address: MapPin,
};
