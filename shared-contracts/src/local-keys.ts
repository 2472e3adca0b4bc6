/**
 * The product's local-storage keys, typed, in one place. The event store writes the session's; each remote its own caches.
 * A value that cannot be read (storage refused, text that is no JSON, another shape) counts as absent.
 */
import type {
  AuthContext,
  Cart,
  DeliveryMethod,
  DeliveryMethodType,
  Order,
  QueueEntry,
  QueueState,
  User,
} from './types';

export interface NotificationRecord {
  state: QueueState;
  view: boolean;
}

interface LocalValues {
  token: string;
  user: User;
  context: AuthContext;
  cart: Cart;
  /** The entries of the running queue. */
  queue: QueueEntry[];
  /** The previous orders, as `GET /me` gives them. */
  queues: Order[];
  /** By queue id. */
  notifications: Record<string, NotificationRecord>;
  /** A path of this origin. */
  redirect_url: string;
  /** An open payment without a result. A page that opens later asks for its state. The specification does not name this key. */
  payment: { cartId: number; reference: string };
  /** The phone last used to sign in on this device. The specification does not name this key. */
  phone: string;
  /** Milliseconds by which this device's clock is ahead of the server's, if a minute or more. The specification does not name this key. */
  clock_ahead: number;
}

export interface VendorDelivery {
  delivery_method: DeliveryMethod | '';
  delivery_method_type: DeliveryMethodType | '';
  delivery_method_location: string;
}

type LocalKey = keyof LocalValues;
/** Stored as plain text, as other readers of these keys expect; all others are JSON. */
const PLAIN: ReadonlySet<string> = new Set(['token', 'redirect_url', 'phone']);

let prefix = '';

/** Gives every key this prefix, for a page of another site whose own 'token' or 'cart' must be neither read nor removed. */
export function keepLocalsUnder(name: string): void {
  prefix = name;
}

/** The name of a key in this page's storage. */
export function localName(key: LocalKey): string {
  return prefix + key;
}

export function readLocal<K extends LocalKey>(key: K): LocalValues[K] | undefined {
  try {
    const text = read(key);
    if (text === undefined) return undefined;
    return (PLAIN.has(key) ? text : JSON.parse(text)) as LocalValues[K];
  } catch {
    return undefined;
  }
}

/** Storage may be full or refused: the value then lasts as long as the page, in the caller's own state. */
export function writeLocal<K extends LocalKey>(key: K, value: LocalValues[K]): void {
  write(key, PLAIN.has(key) ? String(value) : JSON.stringify(value));
}

export function removeLocal(...keys: LocalKey[]): void {
  try {
    for (const key of keys) window.localStorage.removeItem(localName(key));
  } catch {
    // The browser refuses storage, so nothing was stored either.
  }
}

/** A browser that blocks a site's data throws at the mere mention of its storage. */
function read(key: string): string | undefined {
  try {
    return window.localStorage.getItem(prefix + key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, text: string): void {
  try {
    window.localStorage.setItem(prefix + key, text);
  } catch (error) {
    console.warn(`Could not keep '${key}' on this device`, error);
  }
}

const vendorKey = (vendorId: number, field: keyof VendorDelivery) => `vendors.${vendorId}.${field}`;

/** Reads the delivery that was last chosen at a vendor on this device. */
export function readVendorDelivery(vendorId: number): Partial<VendorDelivery> {
  const stored = (field: keyof VendorDelivery) => read(vendorKey(vendorId, field));
  return {
    delivery_method: stored('delivery_method') as VendorDelivery['delivery_method'] | undefined,
    delivery_method_type: stored('delivery_method_type') as VendorDelivery['delivery_method_type'] | undefined,
    delivery_method_location: stored('delivery_method_location'),
  };
}

export function writeVendorDelivery(vendorId: number, delivery: Partial<VendorDelivery>): void {
  for (const [field, value] of Object.entries(delivery)) {
    if (value !== undefined) write(vendorKey(vendorId, field as keyof VendorDelivery), value);
  }
}
