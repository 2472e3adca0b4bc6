/**
 * The event store: typed facts in, shared state out. A vanilla Zustand store without React; one instance, which the
 * shell creates. A late joiner reads the state; the last events are stored for the devtools and error reports.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { problemOfAppEvent } from './app-events';
import {
  ENDS_ACCOUNT,
  type EventName,
  type EventSource,
  type LoggedEvent,
  SHARED_WITH_TABS,
  type ShellEvents,
  WAITS_FOR_LISTENER,
} from './events';
import { fold, INITIAL_STATE, type ShellState } from './state';

/** The channel to other tabs of this browser. A BroadcastChannel has this shape. */
export interface TabChannel {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  close(): void;
}

export interface EventStore {
  /** The Zustand store underneath, to read and to select from. */
  state: StoreApi<ShellState>;
  /** Applies the event to the state, then calls its subscribers, then informs the other tabs if it concerns them. */
  publish<Name extends EventName>(name: Name, payload: ShellEvents[Name], source?: EventSource): void;
  /**
   * Calls the listener at each event. Returns a function that ends this. A listener that throws is reported, and the others are
   * still called.
   */
  subscribe<Name extends EventName>(
    name: Name,
    listener: (payload: ShellEvents[Name], event: LoggedEvent<Name>) => void,
    options?: SubscribeOptions,
  ): () => void;
  /**
   * Calls the subscribers of an event of an app, each with a copy of the payload.
   * @throws unless the name begins with the app's, and the payload is a small object of JSON
   */
  publishOfApp(app: string, name: string, payload: unknown): void;
  /** As `subscribe`, for an event of an app. */
  subscribeToApp(name: string, listener: (payload: never) => void): () => void;
  /** The last events, oldest first. */
  log(): readonly LoggedEvent[];
  close(): void;
}

const LOG_LENGTH = 100;
/** At most this many events wait for a listener, each for at most WAITING_MS milliseconds. */
const WAITING_LENGTH = 20;
const WAITING_MS = 5 * 60_000;

export interface SubscribeOptions {
  /**
   * Also receives earlier events that no such listener received (`WAITS_FOR_LISTENER`), since the code of a listener
   * may load after an event.
   */
  withMissed?: boolean;
}

export interface EventStoreOptions {
  initial?: Partial<ShellState>;
  tabs?: TabChannel | undefined;
  now?: () => number;
}

/**
 * Makes a store of the shared state and its events. The shell makes one, and each test another.
 * @example
 * provideEventStore(createEventStore({ initial: { session } }));
 */
export function createEventStore({ initial, tabs, now = Date.now }: EventStoreOptions = {}): EventStore {
  const state = createStore<ShellState>(() => ({ ...INITIAL_STATE, ...initial }));
  const listeners = new Map<EventName, Set<(payload: never, event: never) => void>>();
  const ofApps = new Map<string, Set<(payload: never) => void>>();
  /** Listeners with the option `withMissed`. */
  const catchingUp = new Map<EventName, number>();
  let events: LoggedEvent[] = [];
  /** Events that wait for such a listener, oldest first. */
  let waiting: LoggedEvent[] = [];

  function tell(listener: (payload: never, event: never) => void, event: LoggedEvent): void {
    try {
      listener(event.payload as never, event as never);
    } catch (error) {
      console.error(`A subscriber of '${event.name}' failed`, error);
    }
  }

  function log(event: LoggedEvent): void {
    events = [...events.slice(1 - LOG_LENGTH), event];
  }

  function take<Name extends EventName>(event: LoggedEvent<Name>): void {
    log(event);
    state.setState(fold(state.getState(), event.name, event.payload), true);
    if (ENDS_ACCOUNT.has(event.name)) waiting = [];
    if (WAITS_FOR_LISTENER.has(event.name) && !catchingUp.get(event.name)) {
      waiting = [...waiting.slice(1 - WAITING_LENGTH), event];
    }
    for (const listener of [...(listeners.get(event.name) ?? [])]) tell(listener, event);
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
      if (name.includes('.')) throw new Error(`'${name}' is an event of an app: publish it with appEvents.`);
      take({ name, payload, source, at: now() });
      // Other tabs have received an event that came from a tab.
      if (source !== 'tab' && SHARED_WITH_TABS.has(name)) tabs?.postMessage({ name, payload });
    },
    subscribe(name, listener, { withMissed = false } = {}) {
      const heard = listeners.get(name) ?? new Set();
      listeners.set(name, heard);
      const entry = listener as (payload: never, event: never) => void;
      heard.add(entry);
      if (withMissed) {
        catchingUp.set(name, (catchingUp.get(name) ?? 0) + 1);
        const missed = waiting.filter((event) => event.name === name && now() - event.at <= WAITING_MS);
        waiting = waiting.filter((event) => event.name !== name);
        for (const event of missed) tell(entry, event);
      }
      return () => {
        if (heard.delete(entry) && withMissed) catchingUp.set(name, (catchingUp.get(name) ?? 0) - 1);
      };
    },
    publishOfApp(app, name, payload) {
      const text = JSON.stringify(payload) as string | undefined;
      const problem = problemOfAppEvent(app, name, text);
      if (problem || !text) throw new Error(`The event '${name}' is not published: ${problem}`);
      const event = () => ({ name, payload: JSON.parse(text), source: app, at: now() }) as LoggedEvent<never>;
      log(event());
      for (const listener of [...(ofApps.get(name) ?? [])]) tell(listener, event());
    },
    subscribeToApp(name, listener) {
      // A listener that is subscribed twice is called twice.
      const entry: typeof listener = (payload) => listener(payload);
      const heard = ofApps.get(name) ?? new Set();
      ofApps.set(name, heard.add(entry));
      return () => void heard.delete(entry);
    },
    log: () => events,
    close: () => tabs?.close(),
  };
}
