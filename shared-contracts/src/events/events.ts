/**
 * Events across remotes, as past facts. A payload never carries a token, an e-mail or a phone: the log of
 * events goes into error reports.
 */
import type { Destination } from '../rules/destination';
import type { AuthContext, RealtimeEvents, VendorRole, Venue } from '../types';
import type { EVENT_NAMES } from './event-names';

export interface SessionUser {
  id: number;
  name: string;
  vendors: readonly { id: number; name: string; role?: VendorRole | undefined }[];
}

export type ActiveVenue = Pick<Venue, 'id' | 'name' | 'currency' | 'currency_symbol' | 'timezone'>;

export type AuthMode = 'Login' | 'Register' | 'ForgotPassword';
export type ToastColor = 'dark' | 'danger' | 'success';
export interface Toast {
  content: string;
  /** Milliseconds; 3000 by default. */
  timeout: number;
  position: 'top' | 'bottom';
  color: ToastColor;
}
export type SocketState = 'off' | 'connecting' | 'live' | 'down';

export interface ShellEvents {
  'signed-in': { user: SessionUser; context: AuthContext };
  'profile-refreshed': { user: SessionUser };
  'signed-out': { reason: 'asked' | 'expired' };
  'context-switched': { context: AuthContext };
  'sign-in-asked': { mode: AuthMode; reason?: string; email?: string };
  'sign-in-closed': Record<string, never>;
  'venue-activated': { venue: ActiveVenue };
  'venue-cleared': Record<string, never>;
  /** The table, room or address where the visitor is, from a QR sticker. */
  'destination-set': Destination;
  /** `version` is the cart's, so that a late summary of an earlier version changes nothing. */
  'cart-changed': { venueId: number; cartId: number | null; itemCount: number; version?: number };
  'payment-started': { cartId: number };
  'payment-ended': { cartId: number; outcome: 'paid' | 'failed' | 'left' };
  'unread-counted': { count: number };
  'notifications-opened': Record<string, never>;
  'notifications-closed': Record<string, never>;
  'toast-shown': Toast;
  'toast-dismissed': Record<string, never>;
  'title-set': { title: string };
  'search-typed': { text: string };
  /** Replaces the placeholder that the page's manifest gives its search: 'Search Kumo Ramen'. Null restores the manifest's. */
  'search-described': { placeholder: string | null };
  /** The number of results on the screen for the search text; null while there is no search. */
  'search-counted': { count: number | null };
  'connection-changed': { isOnline?: boolean; socket?: SocketState };
  /** From the server; each is a hint to fetch again. */
  'queue-order-added': RealtimeEvents['QueueOrderAdded'];
  'queue-order-state-updated': RealtimeEvents['QueueOrderStateUpdated'];
  'order-updated': RealtimeEvents['OrderUpdated'];
  'message-received': RealtimeEvents['Message'];
  'cart-updated': RealtimeEvents['CartUpdated'];
  'stock-updated': RealtimeEvents['StockUpdated'];
  'queue-positions-changed': RealtimeEvents['QueuePositionsChanged'];
  'printing-changed': RealtimeEvents['PrintingChanged'];
  'orders-unseen': RealtimeEvents['OrdersUnseen'];
  /** The data on the page may be old: the socket or the network is back, the visitor has returned to the tab, or a timer has run out. */
  'refresh-wanted': { why: 'reconnected' | 'focus' | 'online' | 'timer' };
}

/** Resolves to the union if both have the same members. It is `never` if `Listed` has a member more, and then no event compiles. */
type Same<Declared extends Listed, Listed> = [Listed] extends [Declared] ? Declared : never;

/** This does not compile unless the list and the payloads name the same events. */
export type EventName = Same<keyof ShellEvents, (typeof EVENT_NAMES)[number]>;

/** Who published: an app as remote@version, another tab, or the server. */
export type EventSource = 'shell' | 'server' | 'tab' | (string & {});

export interface LoggedEvent<Name extends EventName = EventName> {
  name: Name;
  payload: ShellEvents[Name];
  source: EventSource;
  at: number;
}

/**
 * Events that concern every tab of this browser. A session that starts or changes its account is not among them:
 * another tab follows once it can read the local keys, since a message may arrive before the token that its requests
 * need.
 */
export const SHARED_WITH_TABS: ReadonlySet<EventName> = new Set(['profile-refreshed', 'signed-out', 'cart-changed']);

/**
 * Events that no later response makes up for. They wait for a listener with the option `withMissed`: the code that
 * shows them is loaded after the socket is connected.
 */
export const WAITS_FOR_LISTENER: ReadonlySet<EventName> = new Set([
  'message-received',
  'queue-order-added',
  'queue-order-state-updated',
]);

/** Events after which another account, or none, is signed in: events of the earlier one no longer wait for a listener. */
export const ENDS_ACCOUNT: ReadonlySet<EventName> = new Set(['signed-in', 'signed-out', 'context-switched']);
