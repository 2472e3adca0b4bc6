import type { ComponentProps, ReactNode } from 'react';
import { type LinkProps } from 'shared-contracts/router';
interface CardLook {
    padded?: boolean;
    clip?: boolean;
    children: ReactNode;
    className?: string;
}
interface AsLink extends CardLook, Omit<LinkProps, keyof CardLook> {
    as?: undefined;
}
interface AsElement extends CardLook, Omit<ComponentProps<'div'>, keyof CardLook> {
    as?: 'div' | 'section' | 'article' | 'li' | 'ul';
    to?: undefined;
}
export type CardProps = AsLink | AsElement;
export declare function Card({ padded, clip, children, className, ...rest }: CardProps): import("react").JSX.Element;
export {};
