import type { ReactNode } from 'react';
declare const LOOKS: {
    readonly danger: import("lucide-react").LucideIcon;
    readonly info: import("lucide-react").LucideIcon;
    readonly done: import("lucide-react").LucideIcon;
};
export interface AlertProps {
    tone?: keyof typeof LOOKS;
    children: ReactNode;
    className?: string;
}
export declare function Alert({ tone, children, className }: AlertProps): import("react").JSX.Element;
export {};
