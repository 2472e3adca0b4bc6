import type { ReactNode } from 'react';
export interface DialogProps {
    open: boolean;
    onClose: () => void;
    isDismissible?: boolean;
}
interface DialogFrameProps extends DialogProps {
    role?: 'alertdialog';
    shape: 'modal' | 'sheet' | 'panel';
    side?: 'left' | 'right';
    'aria-labelledby'?: string;
    'aria-describedby'?: string;
    'aria-label'?: string;
    children: ReactNode;
}
export declare function DialogFrame({ open, onClose, isDismissible, shape, side, children, ...rest }: DialogFrameProps): import("react").JSX.Element;
export {};
