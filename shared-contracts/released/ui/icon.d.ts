import type { LucideIcon } from 'lucide-react';
declare const PIXELS: {
    readonly large: 22;
    readonly medium: 18;
    readonly small: 15;
};
export type IconSize = keyof typeof PIXELS;
export interface IconProps {
    of: LucideIcon;
    size?: IconSize;
    className?: string;
}
export declare function Icon({ of: Drawing, size, className }: IconProps): import("react").JSX.Element;
export {};
