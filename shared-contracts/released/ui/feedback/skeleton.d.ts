import type { ReactNode } from 'react';
export interface SkeletonProps {
    label?: string;
    children: ReactNode;
    className?: string;
}
export declare function Skeleton({ label, children, className }: SkeletonProps): import("react").JSX.Element;
export interface SkeletonBlockProps {
    shape?: 'line' | 'name' | 'heading' | 'title' | 'badge' | 'button' | 'thumbnail' | 'picture';
    width?: 'full' | 'long' | 'half' | 'short';
    className?: string;
}
export declare function SkeletonBlock({ shape, width, className }: SkeletonBlockProps): import("react").JSX.Element;
