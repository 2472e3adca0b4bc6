import type { ReactNode } from 'react';
export interface FailedStateProps {
    title?: string;
    text?: ReactNode;
    onRetry: () => void;
    busy?: boolean;
    action?: ReactNode;
    variant?: 'card' | 'row';
    className?: string;
}
export declare function FailedState({ title, text, onRetry, busy, action, variant, className, }: FailedStateProps): import("react").JSX.Element;
