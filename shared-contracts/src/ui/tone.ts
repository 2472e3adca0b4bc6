import type { QueueState } from '../types';

/** One hue a state, everywhere: new blue, preparing orange, done green, late and errors red. */
export type StateTone = 'new' | 'preparing' | 'done' | 'late';

const TONES: Record<QueueState, StateTone> = { new: 'new', busy: 'preparing', done: 'done', collected: 'done' };

/** The hue of a queue entry's state. */
export function toneOf(state: QueueState): StateTone {
  return TONES[state];
}
