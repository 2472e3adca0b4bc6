import type { ComponentProps } from 'react';
import { type FieldTexts } from './field';
export type TextInputProps = FieldTexts & ComponentProps<'input'>;
export declare function TextInput({ label, error, hint, id, className, type, ...input }: TextInputProps): import("react").JSX.Element;
