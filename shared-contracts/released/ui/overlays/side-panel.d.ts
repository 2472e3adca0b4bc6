import type { ReactNode } from 'react';
import { type DialogProps } from './dialog';
export interface SidePanelProps extends DialogProps {
    title: string;
    head?: ReactNode;
    children: ReactNode;
    foot?: ReactNode;
    side?: 'left' | 'right';
}
export declare function SidePanel({ title, head, children, foot, side, ...dialog }: SidePanelProps): import("react").JSX.Element;
