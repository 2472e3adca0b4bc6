import { type StoreApi } from 'zustand/vanilla';
import { type EventName, type EventSource, type LoggedEvent, type ShellEvents } from './events';
import { type ShellState } from './state';
export interface TabChannel {
    postMessage(message: unknown): void;
    onmessage: ((event: MessageEvent) => void) | null;
    close(): void;
}
export interface EventStore {
    state: StoreApi<ShellState>;
    publish<Name extends EventName>(name: Name, payload: ShellEvents[Name], source?: EventSource): void;
    subscribe<Name extends EventName>(name: Name, listener: (payload: ShellEvents[Name], event: LoggedEvent<Name>) => void): () => void;
    log(): readonly LoggedEvent[];
    close(): void;
}
export interface EventStoreOptions {
    initial?: Partial<ShellState>;
    tabs?: TabChannel | undefined;
    now?: () => number;
}
export declare function createEventStore({ initial, tabs, now }?: EventStoreOptions): EventStore;
