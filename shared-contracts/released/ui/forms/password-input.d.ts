import { type ComponentProps } from 'react';
import { type FieldTexts } from './field';
export interface PasswordInputProps extends FieldTexts, Omit<ComponentProps<'input'>, 'type'> {
    autoComplete: 'current-password' | 'new-password';
}
export declare function PasswordInput({ label, error, hint, id, className, ...input }: PasswordInputProps): import("react").JSX.Element;
