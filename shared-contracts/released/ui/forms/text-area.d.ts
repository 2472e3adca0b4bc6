import type { ComponentProps } from 'react';
import { type FieldTexts } from './field';
export type TextAreaProps = FieldTexts & ComponentProps<'textarea'>;
export declare function TextArea({ label, error, hint, id, className, rows, ...area }: TextAreaProps): import("react").JSX.Element;
