/** The settings of a device at a counter. They belong to the device and outlast reloads and log-outs. */
import { useSyncExternalStore } from 'react';
import { followDevice, readDevice, writeDevice } from '../../device';
import type { SortOrder } from '../queue.rules';

export type Theme = 'device' | 'light' | 'dark';
export type TypeSize = 'normal' | 'large' | 'largest';

export interface Counter {
  isSoundOn: boolean;
  order: SortOrder;
  theme: Theme;
  size: TypeSize;
}

const NAME = 'counter';
const DEFAULTS: Counter = { isSoundOn: false, order: 'newest', theme: 'device', size: 'normal' };

let counter: Counter | undefined;
const listeners = new Set<() => void>();

export function counterNow(): Counter {
  counter ??= { ...DEFAULTS, ...readDevice<Partial<Counter>>(NAME) };
  return counter;
}

export function changeCounter(change: Partial<Counter>): void {
  counter = { ...counterNow(), ...change };
  writeDevice(NAME, counter);
  for (const listener of listeners) listener();
}

/** Reads the device again, as a reload does: another tab has changed it. */
export function reloadCounter(): void {
  counter = undefined;
  for (const listener of listeners) listener();
}

let stopFollowing = () => {};

function follow(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) stopFollowing = followDevice(NAME, reloadCounter);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stopFollowing();
    // From now on this page misses what another tab writes.
    counter = undefined;
  };
}

export function useCounter(): Counter {
  return useSyncExternalStore(follow, counterNow);
}
