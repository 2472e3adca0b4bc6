import { type LucideIcon } from 'lucide-react';
import type { DeliveryMethodType } from 'shared-contracts/types';
export declare const DELIVERY_ICONS: Record<DeliveryMethodType, LucideIcon>;
