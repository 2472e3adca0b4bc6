import type { ReactNode } from 'react';
import { type PageProps } from './page';
export interface StatePageProps {
    heading: string;
    width?: PageProps['width'];
    children: ReactNode;
}
export declare function StatePage({ heading, width, children }: StatePageProps): import("react").JSX.Element;
