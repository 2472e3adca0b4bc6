/** Stores the settings of a device at a counter. They belong to the device and outlast reloads and log-outs. */
import { useSyncExternalStore } from 'react';
import { createFollowers, readDevice, writeDevice } from '../../device';
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
const { follow, notify, reload } = createFollowers(NAME, () => {
  counter = undefined;
});

export function counterNow(): Counter {
  counter ??= { ...DEFAULTS, ...readDevice<Partial<Counter>>(NAME) };
  return counter;
}

export function changeCounter(change: Partial<Counter>): void {
  counter = { ...counterNow(), ...change };
  writeDevice(NAME, counter);
  notify();
}

/** Reads the device again, as a reload does. */
export const reloadCounter = reload;

export function useCounter(): Counter {
  return useSyncExternalStore(follow, counterNow);
}
