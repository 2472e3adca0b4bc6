import { type ReactNode } from 'react';
export interface FieldWiring {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
}
export interface FieldTexts {
    label: ReactNode;
    error?: string | null | false;
    hint?: ReactNode;
}
export interface FieldProps extends FieldTexts {
    id?: string;
    className?: string;
    children: (control: FieldWiring) => ReactNode;
}
export declare function Field({ label, error, hint, id, className, children }: FieldProps): import("react").JSX.Element;
