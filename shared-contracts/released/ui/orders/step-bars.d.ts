import type { QueueState } from '../../types';
export interface StepBarsProps {
    state: QueueState;
}
export declare function StepBars({ state }: StepBarsProps): import("react").JSX.Element;
