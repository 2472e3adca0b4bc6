/**
 * The part of the worker's global scope that is used. TypeScript's worker library and its page library exclude each
 * other.
 */
import type { FromWorker, ToWorker } from './messages';

export interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
export interface FetchEvent extends LastingEvent {
  request: Request;
  /** The response that the browser requested while it started the worker. Undefined if the request is no navigation. */
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface MessageFromPage extends LastingEvent {
  data: ToWorker;
  ports: readonly MessagePort[];
  /** The page that sent it. */
  source: { id: string } | null;
}
interface PushEvent extends LastingEvent {
  /** Null for a push that carries nothing. */
  data: { json(): unknown } | null;
}
interface NotificationEvent extends LastingEvent {
  notification: Notification;
}
export interface OpenPage {
  id: string;
  visibilityState: DocumentVisibilityState;
  focus(): Promise<unknown>;
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
}
interface Pages {
  claim(): Promise<void>;
  /** By default, the pages that this worker controls. */
  matchAll(options?: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>;
  openWindow(address: string): Promise<unknown>;
}
interface WorkerScope {
  /** Runs a script of this origin. The browser keeps its bytes with the worker, where no page can change them. */
  importScripts(address: string): void;
  /** The key of the page, which its script sets. */
  PAGE_KEY?: string;
  location: Location;
  clients: Pages;
  registration: Pick<ServiceWorkerRegistration, 'active' | 'navigationPreload' | 'showNotification'>;
  /** Missing in older browsers. */
  cookieStore?: {
    get(name: string): Promise<{ name: string; value: string } | null>;
    set(cookie: { name: string; value: string; path: string; sameSite: 'lax'; expires: number }): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
}

export const scope = globalThis as unknown as WorkerScope;
