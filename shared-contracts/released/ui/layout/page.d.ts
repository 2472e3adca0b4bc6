import type { ReactNode } from 'react';
export interface PageProps {
    width?: 'content' | 'queue' | 'account';
    children: ReactNode;
    className?: string;
}
export declare function Page({ width, children, className }: PageProps): import("react").JSX.Element;
