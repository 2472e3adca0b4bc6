export interface StepperProps {
    value: number;
    onChange: (value: number) => void;
    label: string;
    min?: number;
    max?: number;
    disabled?: boolean;
    size?: 'small' | 'medium' | 'tall';
}
export declare function Stepper({ value, onChange, label, min, max, disabled, size }: StepperProps): import("react").JSX.Element;
