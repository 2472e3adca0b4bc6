import { type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { type LinkProps } from 'shared-contracts/router';
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'plain' | 'success' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'tall';
interface ButtonLook {
    variant?: ButtonVariant;
    size?: ButtonSize;
    wide?: boolean;
    icon?: LucideIcon;
    end?: ReactNode;
    children: ReactNode;
    className?: string;
}
interface AsButton extends ButtonLook, Omit<ComponentProps<'button'>, keyof ButtonLook> {
    busy?: boolean;
    to?: undefined;
    href?: undefined;
}
interface AsRouterLink extends ButtonLook, Omit<LinkProps, keyof ButtonLook> {
    href?: undefined;
}
interface AsPlainLink extends ButtonLook, Omit<ComponentProps<'a'>, keyof ButtonLook> {
    href: string;
    to?: undefined;
}
export type ButtonProps = AsButton | AsRouterLink | AsPlainLink;
export declare function Button({ variant, size, wide, icon, end, children, className, ...rest }: ButtonProps): import("react").JSX.Element;
export {};
