/**
 * The one event store of the page. A singleton: every app reaches it through this subpath, by package name.
 * The shell provides it before any remote runs.
 */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createEventStore, type EventStore, type SubscribeOptions } from './event-store';
import type { EventName, EventSource, LoggedEvent, ShellEvents, Toast } from './events';
import type { ShellState } from './state';

export { createEventStore, type EventStore, type SubscribeOptions, type TabChannel } from './event-store';
export type * from './events';
export { INITIAL_STATE, type ShellState } from './state';

let current: EventStore = createEventStore();

/** Sets the store that this module's functions use. The shell and tests call it. */
export function provideEventStore(store: EventStore): void {
  current = store;
}

/**
 * Publishes an event: it changes the shared state and calls the subscribers.
 * @example
 * publish('search-typed', { text: 'ramen' });
 */
export function publish<Name extends EventName>(name: Name, payload: ShellEvents[Name], source?: EventSource): void {
  current.publish(name, payload, source);
}

/**
 * Calls the listener for each event of a name.
 * @returns a function that stops it
 * @example
 * const stop = subscribe('stock-updated', ({ vendor_id }) => invalidate(`/vendors/${vendor_id}`));
 */
export function subscribe<Name extends EventName>(
  name: Name,
  listener: (payload: ShellEvents[Name], event: LoggedEvent<Name>) => void,
  options?: SubscribeOptions,
): () => void {
  return current.subscribe(name, listener, options);
}

/**
 * The events of apps, by name, with their payloads. Empty here: each app declares its own in its package, and other apps read them from there.
 * @example
 * declare module 'shared-contracts/events' {
 *   interface AppEvents {
 *     'loyalty-card.stamp-given': { stamps: number };
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps add to it
export interface AppEvents {}

export type AppEventName = keyof AppEvents & string;

/**
 * Returns the function with which an app publishes its own events. They change nothing of the shared state, and reach this tab alone. The build
 * refuses another app's name. A payload is a small object of JSON without personal data, since the log of events goes into error reports.
 * @example
 * const { publish } = appEvents('loyalty-card');
 * publish('loyalty-card.stamp-given', { stamps: 7 });
 */
export function appEvents<App extends string>(app: App) {
  return {
    /** @throws if the event is not of the app, or the payload is no object of JSON of at most 4,096 characters */
    publish<Name extends AppEventName & `${App}.${string}`>(name: Name, payload: AppEvents[Name]): void {
      current.publishOfApp(app, name, payload);
    },
  };
}

/**
 * Calls the listener for each event of an app. If that app is not live, it hears nothing.
 * @returns a function that stops it
 * @example
 * const stop = subscribeToApp('loyalty-card.stamp-given', ({ stamps }) => show(stamps));
 */
export function subscribeToApp<Name extends AppEventName>(
  name: Name,
  listener: (payload: AppEvents[Name]) => void,
): () => void {
  return current.subscribeToApp(name, listener);
}

/**
 * Listens to an event of an app for as long as the component is mounted. Wrap the listener in useCallback where it closes over state.
 * @example
 * useAppEvent('loyalty-card.stamp-given', refresh);
 */
export function useAppEvent<Name extends AppEventName>(name: Name, listener: (payload: AppEvents[Name]) => void): void {
  useEffect(() => subscribeToApp(name, listener), [name, listener]);
}

/**
 * Returns the present shared state, for code outside React. A component reads the state with `useShell`, which follows its
 * changes.
 * @example
 * const { session } = shellState();
 */
export function shellState(): ShellState {
  return current.state.getState();
}

/**
 * Returns the latest events, oldest first, for tests and diagnosis.
 * @example
 * expect(eventLog().at(-1)?.name).toBe('cart-updated');
 */
export function eventLog(): readonly LoggedEvent[] {
  return current.log();
}

/**
 * Reads a slice of the shared state and follows it.
 * @example
 * const isSignedIn = useShell(({ session }) => session !== null);
 */
export function useShell<T>(select: (state: ShellState) => T): T {
  return useStore(current.state, select);
}

/**
 * Listens to an event for as long as the component is mounted. Wrap the listener in useCallback where it closes over state.
 * @example
 * useEvent('refresh-wanted', refresh);
 */
export function useEvent<Name extends EventName>(
  name: Name,
  listener: (payload: ShellEvents[Name]) => void,
  { withMissed = false }: SubscribeOptions = {},
): void {
  useEffect(() => subscribe(name, listener, { withMissed }), [name, listener, withMissed]);
}

/**
 * Sets the header's title while the screen is shown; an empty text sets nothing.
 * @example
 * useTitle(vendor.data?.data.name);
 */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) publish('title-set', { title });
  }, [title]);
}

/**
 * Shows a toast. By default it stays 3000 ms, at the top, and is dark.
 * @example
 * showToast('Saved.', { timeout: 5000 });
 */
export function showToast(content: string, options: Partial<Omit<Toast, 'content'>> = {}): void {
  publish('toast-shown', { content, timeout: 3000, position: 'top', color: 'dark', ...options });
}
