import type { AuthContext } from '../types';
import type { ActiveVenue, AuthMode, EventName, SessionUser, ShellEvents, SocketState, Toast } from './events';
export interface ShellState {
    session: {
        user: SessionUser;
        context: AuthContext;
    } | null;
    auth: {
        mode: AuthMode;
        reason: string | undefined;
    } | null;
    venue: ActiveVenue | null;
    destination: string;
    cart: {
        venueId: number;
        cartId: number | null;
        itemCount: number;
    } | null;
    isPaying: boolean;
    unread: number;
    isNotificationsOpen: boolean;
    toast: Toast | null;
    title: string;
    search: {
        text: string;
        count: number | null;
        placeholder: string | null;
    };
    connection: {
        isOnline: boolean;
        socket: SocketState;
    };
}
export declare const INITIAL_STATE: ShellState;
export declare function renamed(context: AuthContext, user: SessionUser): AuthContext;
export declare function fold<Name extends EventName>(state: ShellState, name: Name, payload: ShellEvents[Name]): ShellState;
