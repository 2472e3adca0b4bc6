import type { ComponentProps } from 'react';
import { type FieldTexts } from './field';
export interface SelectOption {
    value: string;
    label: string;
    disabled?: boolean;
}
export interface SelectProps extends FieldTexts, Omit<ComponentProps<'select'>, 'multiple' | 'value' | 'children'> {
    options: readonly SelectOption[];
    value: string;
    placeholder?: string;
}
export declare function Select({ label, error, hint, id, className, options, placeholder, value, ...select }: SelectProps): import("react").JSX.Element;
