/**
 * The event store: typed facts in, shared state out. A vanilla Zustand store without React; one instance, which the
 * shell creates. A late joiner reads the state; the last events are stored for the devtools and error reports.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type EventName, type EventSource, type LoggedEvent, SHARED_WITH_TABS, type ShellEvents } from './events';
import { fold, INITIAL_STATE, type ShellState } from './state';

/** What other tabs of this browser are reached by; a BroadcastChannel has this shape. */
export interface TabChannel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
}

export interface EventStore {
  /** The Zustand store underneath, to read and to select from. */
  state: StoreApi<ShellState>;
  /** Folds the event, then tells its subscribers, then the other tabs where it concerns them. */
  publish<Name extends EventName>(name: Name, payload: ShellEvents[Name], source?: EventSource): void;
  /** Returns the way to stop. A subscriber that throws is reported and silences no other. */
  subscribe<Name extends EventName>(
    name: Name,
    listener: (payload: ShellEvents[Name], event: LoggedEvent<Name>) => void,
  ): () => void;
  /** The last events, oldest first. */
  log(): readonly LoggedEvent[];
  close(): void;
}

const LOG_LENGTH = 100;

export interface EventStoreOptions {
  initial?: Partial<ShellState>;
  tabs?: TabChannel | undefined;
  now?: () => number;
}

export function createEventStore({ initial, tabs, now = Date.now }: EventStoreOptions = {}): EventStore {
  const state = createStore<ShellState>(() => ({ ...INITIAL_STATE, ...initial }));
  const listeners = new Map<EventName, Set<(payload: never, event: never) => void>>();
  let events: LoggedEvent[] = [];

  function take<Name extends EventName>(event: LoggedEvent<Name>): void {
    events = [...events.slice(1 - LOG_LENGTH), event];
    state.setState(fold(state.getState(), event.name, event.payload), true);
    for (const listener of [...(listeners.get(event.name) ?? [])]) {
      try {
        listener(event.payload as never, event as never);
      } catch (error) {
        console.error(`A subscriber of '${event.name}' failed`, error);
      }
    }
  }

  if (tabs) {
    tabs.onmessage = ({ data }) => {
      const { name, payload } = data as LoggedEvent;
      if (SHARED_WITH_TABS.has(name)) take({ name, payload, source: 'tab', at: now() });
    };
  }

  return {
    state,
    publish(name, payload, source = 'shell') {
      take({ name, payload, source, at: now() });
      // What was learnt from another tab is no news to the others.
      if (source !== 'tab' && SHARED_WITH_TABS.has(name)) tabs?.postMessage({ name, payload });
    },
    subscribe(name, listener) {
      const heard = listeners.get(name) ?? new Set();
      listeners.set(name, heard);
      const entry = listener as (payload: never, event: never) => void;
      heard.add(entry);
      return () => heard.delete(entry);
    },
    log: () => events,
    close: () => tabs?.close(),
  };
}
