import type { ReactNode } from 'react';
export declare function FieldError({ children }: {
    children: ReactNode;
}): import("react").JSX.Element;
