import type { QueueState } from '../types';
import styles from './tone.module.css';

/** One hue a state, everywhere: new blue, preparing orange, done green, late and errors red. */
export type StateTone = 'new' | 'preparing' | 'done' | 'late';

const TONES: Record<QueueState, StateTone> = { new: 'new', busy: 'preparing', done: 'done', collected: 'done' };

/** The hue of a queue entry's state. */
export function toneOf(state: QueueState): StateTone {
  return TONES[state];
}

/** The class of a ground in a state's hue, with its text on it: of badges, pictures and icons alike. */
export function washOf(tone: 'neutral' | StateTone): string | undefined {
  return styles[tone];
}
