/** The small state that remotes share. Pure reducers compute it from events. */
import type { WithDestination } from '../rules/destination';
import type { AuthContext } from '../types';
import type { ActiveVenue, AuthMode, EventName, SessionUser, ShellEvents, SocketState, Toast } from './events';

export interface ShellState extends WithDestination {
  session: { user: SessionUser; context: AuthContext } | null;
  /** The sign-in modal; null while closed. */
  auth: { mode: AuthMode; reason: string | undefined; email?: string | undefined } | null;
  venue: ActiveVenue | null;
  /** Items in the cart of the active venue. */
  cart: ShellEvents['cart-changed'] | null;
  isPaying: boolean;
  unread: number;
  isNotificationsOpen: boolean;
  toast: Toast | null;
  title: string;
  /** `placeholder` replaces the placeholder of the page's manifest; null keeps the manifest's. */
  search: { text: string; count: number | null; placeholder: string | null };
  connection: { isOnline: boolean; socket: SocketState };
}

export const INITIAL_STATE: ShellState = {
  session: null,
  auth: null,
  venue: null,
  destination: '',
  cart: null,
  isPaying: false,
  unread: 0,
  isNotificationsOpen: false,
  toast: null,
  title: '',
  search: { text: '', count: null, placeholder: null },
  connection: { isOnline: true, socket: 'off' },
};

/** Returns the same context under the account's present name. */
export function renamed(context: AuthContext, user: SessionUser): AuthContext {
  const { id, name } = context.data;
  const account = context.type === 'User' ? user : user.vendors.find((vendor) => vendor.id === id);
  return account?.id === id && account.name !== name ? { ...context, data: { id, name: account.name } } : context;
}

type CartSummary = ShellEvents['cart-changed'];

/** Whether a summary is of an earlier cart (ids grow), or of an earlier version of the same one. */
function isEarlier(cart: CartSummary, known: CartSummary | null): boolean {
  if (known?.venueId !== cart.venueId || known.cartId === null || cart.cartId === null) return false;
  if (known.cartId !== cart.cartId) return cart.cartId < known.cartId;
  return known.version !== undefined && cart.version !== undefined && cart.version < known.version;
}

type Reducer<Name extends EventName> = (state: ShellState, payload: ShellEvents[Name]) => Partial<ShellState>;

/** The state that belongs to the account and not to the device. */
const ACCOUNT_STATE = { cart: null, unread: 0, isNotificationsOpen: false, isPaying: false } as const;

const reducers: { [Name in EventName]?: Reducer<Name> } = {
  'signed-in': (_state, { user, context }) => ({ session: { user, context }, auth: null }),
  'profile-refreshed': ({ session }, { user }) => ({
    session: session && { user, context: renamed(session.context, user) },
  }),
  // Another tab may repeat the event, and a toast since then does not belong to the account.
  'signed-out': ({ session, toast }) => ({ ...ACCOUNT_STATE, session: null, toast: session ? null : toast }),
  'context-switched': (state, { context }) => ({
    ...ACCOUNT_STATE,
    session: state.session && { ...state.session, context },
    toast: null,
  }),
  'sign-in-asked': (_state, { mode, reason, email }) => ({ auth: { mode, reason, email } }),
  'sign-in-closed': () => ({ auth: null }),
  'venue-activated': (state, { venue }) => ({
    venue,
    cart: state.cart?.venueId === venue.id ? state.cart : null,
    ...(state.destinationFrom &&
      state.destinationFrom.venueId !== venue.id && { destination: '', destinationFrom: undefined }),
  }),
  'venue-cleared': () => ({ venue: null, cart: null }),
  'destination-set': (state, { location, venueId, scannedAt }) => {
    const from = state.destinationFrom;
    // A visitor who reloads the address of this table, or returns to it or to an earlier table's, has scanned nothing new.
    const isKnown = state.destination === location || Number(scannedAt) < Number(from?.scannedAt);
    if (from?.venueId === venueId && isKnown) return {};
    return {
      destination: location,
      destinationFrom: venueId === undefined ? undefined : { venueId, ...(scannedAt !== undefined && { scannedAt }) },
    };
  },
  'cart-changed': (state, cart) => {
    const isElsewhere = state.venue !== null && state.venue.id !== cart.venueId;
    return isElsewhere || isEarlier(cart, state.cart) ? {} : { cart };
  },
  'payment-started': () => ({ isPaying: true }),
  'payment-ended': () => ({ isPaying: false }),
  'unread-counted': (_state, { count }) => ({ unread: count }),
  'notifications-opened': () => ({ isNotificationsOpen: true }),
  'notifications-closed': () => ({ isNotificationsOpen: false }),
  'toast-shown': (_state, toast) => ({ toast }),
  'toast-dismissed': () => ({ toast: null }),
  'title-set': (_state, { title }) => ({ title }),
  'search-typed': (state, { text }) => ({
    search: { ...state.search, text, count: text === '' ? null : state.search.count },
  }),
  'search-described': (state, { placeholder }) => ({ search: { ...state.search, placeholder } }),
  'search-counted': (state, { count }) => ({ search: { ...state.search, count } }),
  'connection-changed': (state, change) => ({ connection: { ...state.connection, ...change } }),
};

/** Applies one event to the state. An event without a reducer changes nothing, and its subscribers still receive it. */
export function fold<Name extends EventName>(state: ShellState, name: Name, payload: ShellEvents[Name]): ShellState {
  const reducer = reducers[name] as Reducer<Name> | undefined;
  return reducer ? { ...state, ...reducer(state, payload) } : state;
}
