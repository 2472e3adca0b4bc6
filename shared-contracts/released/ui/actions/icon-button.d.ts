import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
    icon: LucideIcon;
    'aria-label': string;
    floating?: boolean;
}
export declare function IconButton({ icon, floating, className, type, ...rest }: IconButtonProps): import("react").JSX.Element;
