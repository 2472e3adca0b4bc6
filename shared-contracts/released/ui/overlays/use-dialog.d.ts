import { type RefObject } from 'react';
export interface DialogControl {
    ref: RefObject<HTMLDialogElement | null>;
    isPresent: boolean;
}
export declare function useDialog(open: boolean, onClose: () => void, isDismissible: boolean): DialogControl;
