import { type ReactNode } from 'react';
import { type DialogProps } from './dialog';
export interface ModalProps extends DialogProps {
    title: string;
    lead?: ReactNode;
    text?: ReactNode;
    children: ReactNode;
}
export declare function Modal({ title, lead, text, children, ...dialog }: ModalProps): import("react").JSX.Element;
