import type { QueueState } from '../types';
export declare const QUEUE_STATES: readonly ["new", "busy", "done", "collected"];
export declare const OVERDUE_MS = 1200000;
export declare const ADVANCE_LOCK_MS = 600;
export declare function nextState(state: QueueState): QueueState | undefined;
export declare function previousState(state: QueueState): QueueState | undefined;
export type QueueActor = 'vendor' | 'buyer';
export declare function mayMove(actor: QueueActor, from: QueueState, to: QueueState): boolean;
export declare function labelOf(state: QueueState): string;
export declare function advanceLabel(state: QueueState): string | undefined;
export declare function isOverdue(createdAt: string | Date, now: number): boolean;
export declare function sortQueue<T extends {
    state: QueueState;
    created_at: string;
}>(entries: readonly T[], order?: 'newest' | 'oldest'): T[];
