import type { QueueState } from '../types';
export type StateTone = 'new' | 'preparing' | 'done' | 'late';
export declare function toneOf(state: QueueState): StateTone;
export declare function washOf(tone: 'neutral' | StateTone): string | undefined;
