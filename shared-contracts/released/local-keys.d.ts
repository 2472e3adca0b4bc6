import type { AuthContext, Cart, DeliveryMethod, DeliveryMethodType, Order, QueueEntry, QueueState, User } from './types';
export interface NotificationRecord {
    state: QueueState;
    view: boolean;
}
interface LocalValues {
    token: string;
    user: User;
    context: AuthContext;
    cart: Cart;
    queue: QueueEntry[];
    queues: Order[];
    notifications: Record<string, NotificationRecord>;
    redirect_url: string;
    payment: {
        cartId: number;
        reference: string;
    };
    phone: string;
}
export interface VendorDelivery {
    delivery_method: DeliveryMethod | '';
    delivery_method_type: DeliveryMethodType | '';
    delivery_method_location: string;
}
type LocalKey = keyof LocalValues;
export declare function keepLocalsUnder(name: string): void;
export declare function localName(key: LocalKey): string;
export declare function readLocal<K extends LocalKey>(key: K): LocalValues[K] | undefined;
export declare function writeLocal<K extends LocalKey>(key: K, value: LocalValues[K]): void;
export declare function removeLocal(...keys: LocalKey[]): void;
export declare function readVendorDelivery(vendorId: number): Partial<VendorDelivery>;
export declare function writeVendorDelivery(vendorId: number, delivery: Partial<VendorDelivery>): void;
export {};
