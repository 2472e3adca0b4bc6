import type { QueueState } from '../types';
import styles from './tone.module.css';

/** Each state has one hue on every screen: new is blue, preparing orange, done green; late and errors are red. */
export type StateTone = 'new' | 'preparing' | 'done' | 'late';

const TONES: Record<QueueState, StateTone> = { new: 'new', busy: 'preparing', done: 'done', collected: 'done' };

/** The hue of a queue entry's state. */
export function toneOf(state: QueueState): StateTone {
  return TONES[state];
}

/** Returns the class for a ground in a state's hue and the text on it. Badges, pictures and icons use it. */
export function washOf(tone: 'neutral' | StateTone): string | undefined {
  return styles[tone];
}
