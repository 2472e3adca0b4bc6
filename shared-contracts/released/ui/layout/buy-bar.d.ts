import type { ReactNode } from 'react';
export interface BuyBarProps {
    children: ReactNode;
}
export declare function BuyBar({ children }: BuyBarProps): import("react").JSX.Element;
