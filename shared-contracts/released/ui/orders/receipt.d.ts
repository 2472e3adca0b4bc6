import type { ReactNode } from 'react';
export interface ReceiptRow {
    label: string;
    amount: string;
    note?: ReactNode;
}
export interface ReceiptProps {
    title?: string;
    head?: ReactNode;
    rows: readonly ReceiptRow[];
    total: ReceiptRow;
    children?: ReactNode;
}
export declare function Receipt({ title, head, rows, total, children }: ReceiptProps): import("react").JSX.Element;
