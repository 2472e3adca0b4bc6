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

/** For the shell, and for tests. */
export function provideEventStore(store: EventStore): void {
  current = store;
}

export function publish<Name extends EventName>(name: Name, payload: ShellEvents[Name], source?: EventSource): void {
  current.publish(name, payload, source);
}

export function subscribe<Name extends EventName>(
  name: Name,
  listener: (payload: ShellEvents[Name], event: LoggedEvent<Name>) => void,
  options?: SubscribeOptions,
): () => void {
  return current.subscribe(name, listener, options);
}

export function shellState(): ShellState {
  return current.state.getState();
}

export function eventLog(): readonly LoggedEvent[] {
  return current.log();
}

/** A slice of the shared state, followed. */
export function useShell<T>(select: (state: ShellState) => T): T {
  return useStore(current.state, select);
}

/** Hears an event for as long as the component is mounted. Wrap the listener in useCallback where it closes over state. */
export function useEvent<Name extends EventName>(
  name: Name,
  listener: (payload: ShellEvents[Name]) => void,
  { withMissed = false }: SubscribeOptions = {},
): void {
  useEffect(() => subscribe(name, listener, { withMissed }), [name, listener, withMissed]);
}

/** Sets the header's title while the screen is shown; an empty text sets nothing. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) publish('title-set', { title });
  }, [title]);
}

/** Shows a toast: 3000 ms, at the top, dark, unless told otherwise. */
export function showToast(content: string, options: Partial<Omit<Toast, 'content'>> = {}): void {
  publish('toast-shown', { content, timeout: 3000, position: 'top', color: 'dark', ...options });
}
