import type { ReactNode } from 'react';
import type { StateTone } from '../tone';
export interface TicketProps {
    head: ReactNode;
    children: ReactNode;
    strip?: StateTone;
    ground?: 'paper' | 'done';
    'aria-labelledby'?: string;
    className?: string;
}
export declare function Ticket({ head, children, strip, ground, className, ...aria }: TicketProps): import("react").JSX.Element;
