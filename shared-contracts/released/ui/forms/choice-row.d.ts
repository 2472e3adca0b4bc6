import type { ReactNode } from 'react';
export interface ChoiceRowProps {
    type: 'radio' | 'checkbox';
    name: string;
    checked: boolean;
    onChange: (checked: boolean) => void;
    children: ReactNode;
    note?: ReactNode;
    price?: string;
    disabled?: boolean;
}
export declare function ChoiceRow({ type, name, checked, onChange, children, note, price, disabled }: ChoiceRowProps): import("react").JSX.Element;
