/** The settings of a device at a counter. They belong to the device and outlast reloads and log-outs. */
import { useSyncExternalStore } from 'react';
import { readDevice, writeDevice } from '../../device';
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

/** Reads the device again, as a reload does. */
export function reloadCounter(): void {
  counter = undefined;
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCounter(): Counter {
  return useSyncExternalStore(follow, counterNow);
}
