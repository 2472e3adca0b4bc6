export interface AgeProps {
    children: string;
    isLate: boolean;
    dateTime?: string;
}
export declare function Age({ children, isLate, dateTime }: AgeProps): import("react").JSX.Element;
