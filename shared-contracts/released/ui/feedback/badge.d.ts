import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type StateTone } from '../tone';
export interface BadgeProps {
    tone?: 'neutral' | StateTone;
    icon?: LucideIcon;
    children: ReactNode;
    className?: string;
}
export declare function Badge({ tone, icon, children, className }: BadgeProps): import("react").JSX.Element;
