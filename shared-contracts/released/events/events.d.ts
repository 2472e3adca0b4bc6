import type { AuthContext, RealtimeEvents, Venue } from '../types';
export interface SessionUser {
    id: number;
    name: string;
    vendors: readonly {
        id: number;
        name: string;
    }[];
}
export type ActiveVenue = Pick<Venue, 'id' | 'name' | 'currency' | 'currency_symbol' | 'timezone'>;
export type AuthMode = 'Login' | 'Register' | 'ForgotPassword';
export type ToastColor = 'dark' | 'danger' | 'success';
export interface Toast {
    content: string;
    timeout: number;
    position: 'top' | 'bottom';
    color: ToastColor;
}
export type SocketState = 'off' | 'connecting' | 'live' | 'down';
export interface ShellEvents {
    'signed-in': {
        user: SessionUser;
        context: AuthContext;
    };
    'profile-refreshed': {
        user: SessionUser;
    };
    'signed-out': {
        reason: 'asked' | 'expired';
    };
    'context-switched': {
        context: AuthContext;
    };
    'sign-in-asked': {
        mode: AuthMode;
        reason?: string;
    };
    'sign-in-closed': Record<string, never>;
    'venue-activated': {
        venue: ActiveVenue;
    };
    'venue-cleared': Record<string, never>;
    'destination-set': {
        location: string;
    };
    'cart-changed': {
        venueId: number;
        cartId: number | null;
        itemCount: number;
    };
    'payment-started': {
        cartId: number;
    };
    'payment-ended': {
        cartId: number;
        outcome: 'paid' | 'failed' | 'left';
    };
    'unread-counted': {
        count: number;
    };
    'notifications-opened': Record<string, never>;
    'notifications-closed': Record<string, never>;
    'toast-shown': Toast;
    'toast-dismissed': Record<string, never>;
    'title-set': {
        title: string;
    };
    'search-typed': {
        text: string;
    };
    'search-described': {
        placeholder: string | null;
    };
    'search-counted': {
        count: number | null;
    };
    'connection-changed': {
        isOnline?: boolean;
        socket?: SocketState;
    };
    'queue-order-added': RealtimeEvents['QueueOrderAdded'];
    'queue-order-state-updated': RealtimeEvents['QueueOrderStateUpdated'];
    'order-updated': RealtimeEvents['OrderUpdated'];
    'message-received': RealtimeEvents['Message'];
    'cart-updated': RealtimeEvents['CartUpdated'];
    'stock-updated': RealtimeEvents['StockUpdated'];
    'queue-positions-changed': RealtimeEvents['QueuePositionsChanged'];
    'refresh-wanted': {
        why: 'reconnected' | 'focus' | 'online' | 'timer';
    };
}
export type EventName = keyof ShellEvents;
export type EventSource = 'shell' | 'server' | 'tab' | (string & {});
export interface LoggedEvent<Name extends EventName = EventName> {
    name: Name;
    payload: ShellEvents[Name];
    source: EventSource;
    at: number;
}
export declare const SHARED_WITH_TABS: ReadonlySet<EventName>;
