import type { ReactNode } from 'react';
export interface EmptyStateProps {
    title: string;
    text?: ReactNode;
    picture?: string;
    action?: ReactNode;
    className?: string;
}
export declare function EmptyState({ title, text, picture, action, className }: EmptyStateProps): import("react").JSX.Element;
