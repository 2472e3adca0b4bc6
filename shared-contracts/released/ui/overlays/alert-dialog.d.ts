import { type ReactNode } from 'react';
export interface AlertDialogProps {
    open: boolean;
    title: string;
    children?: ReactNode;
    onClose: () => void;
    onOk?: () => void;
    okLabel?: string;
    closeLabel?: string;
    isDanger?: boolean;
    busy?: boolean;
}
export declare function AlertDialog({ open, title, children, onClose, onOk, okLabel, closeLabel, isDanger, busy, }: AlertDialogProps): import("react").JSX.Element;
