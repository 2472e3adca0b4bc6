import type { ComponentProps, ReactNode } from 'react';
import { type LinkProps } from 'shared-contracts/router';
interface LinkLook {
    quiet?: boolean;
    children: ReactNode;
    className?: string;
}
interface AsRouterLink extends LinkLook, Omit<LinkProps, keyof LinkLook> {
    href?: undefined;
}
interface AsPlainLink extends LinkLook, Omit<ComponentProps<'a'>, keyof LinkLook> {
    href: string;
    to?: undefined;
}
interface AsButton extends LinkLook, Omit<ComponentProps<'button'>, keyof LinkLook> {
    to?: undefined;
    href?: undefined;
}
export type LinkTextProps = AsRouterLink | AsPlainLink | AsButton;
export declare function LinkText({ quiet, children, className, ...rest }: LinkTextProps): import("react").JSX.Element;
export {};
