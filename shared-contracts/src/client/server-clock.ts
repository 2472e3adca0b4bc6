/**
 * The server's time, for everything that compares times: a device's own clock may be minutes off, and may be set while the page is
 * open. Each response of the API carries the server's time in its `Date` header.
 */
import { readLocal, removeLocal, writeLocal } from '../local-keys';

/** A smaller difference, in milliseconds, is neither reported nor stored for the next page. */
const REPORTED_MS = 60_000;
/** The `Date` header has whole seconds, rounded down. */
const HEADER_STEP_MS = 1000;
/** If the device's clock gains more than this on the page's clock, in milliseconds, it was set or the device slept. */
const DRIFT_MS = 2000;

/** `time` is the server's time, and `device` the device's, at the start of the page's own clock. */
let known: { time: number; device: number } | undefined;
/** The milliseconds by which the device's clock was ahead of the server's, as an earlier page stored them. */
let remembered: number | undefined;
let minutes = 0;
const listeners = new Set<() => void>();

const startOfPageClock = () => Date.now() - performance.now();

/**
 * Returns the server's time, in milliseconds since the epoch. The page's own clock stands still while most devices
 * sleep, so a jump of the device's clock forward counts as time that has passed until the next response.
 * @example
 * const age = serverNow() - Date.parse(order.created_at);
 */
export function serverNow(): number {
  if (!known) {
    remembered ??= Number(readLocal('clock_ahead')) || 0;
    return Date.now() - remembered;
  }
  return performance.now() + known.time + clockJump(known.device);
}

function clockJump(device: number): number {
  const jump = startOfPageClock() - device;
  return jump > DRIFT_MS ? jump : 0;
}

/** Tells whether this page has received the server's time with a response. */
export const isServerTimeKnown = (): boolean => known !== undefined;

/** Tells whether the device slept, or its clock was set, since the last response. */
export const hasClockJumped = (): boolean =>
  known !== undefined && Math.abs(startOfPageClock() - known.device) > DRIFT_MS;

/**
 * Returns the whole minutes by which the device's clock was ahead of the server's at the last response; negative where it was behind.
 * @example
 * if (minutesAhead() !== 0) showClockNote();
 */
export const minutesAhead = (): number => minutes;

/**
 * Calls the listener when a response has changed `minutesAhead()`. @returns a function that stops it
 * @example
 * const clock = useSyncExternalStore(followServerClock, minutesAhead);
 */
export function followServerClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Takes the server's time from a response. If the present time agrees with it, as precisely as one response can tell, nothing
 * is corrected, so that shown times do not jump at each response.
 * @param date the `Date` header
 * @param sentAt when the request was sent, by `performance.now()`; `receivedAt` when its response had arrived
 */
export function noteServerTime(date: string | undefined, sentAt: number, receivedAt: number): void {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return;
  const earliest = at - receivedAt;
  const latest = at + HEADER_STEP_MS - sentAt;
  const current = serverNow() - performance.now();
  const agrees = earliest <= current && current <= latest;
  known = { time: agrees ? current : (earliest + latest) / 2, device: startOfPageClock() };
  const ahead = known.device - known.time;
  const isReported = Math.abs(ahead) >= REPORTED_MS;
  if (isReported) writeLocal('clock_ahead', Math.round(ahead));
  else removeLocal('clock_ahead');
  const before = minutes;
  minutes = isReported ? Math.round(ahead / 60_000) : 0;
  if (minutes === before) return;
  for (const listener of listeners) listener();
}

/** Forgets the server's time. Tests call it. */
export function forgetServerTime(): void {
  known = undefined;
  remembered = undefined;
  minutes = 0;
}
