import { type ReactNode } from 'react';
import { type DialogProps } from './dialog';
export interface SheetProps extends DialogProps {
    title: string;
    children: ReactNode;
}
export declare function Sheet({ title, children, ...dialog }: SheetProps): import("react").JSX.Element;
