export interface PriceProps {
    children: string;
    size?: 'name' | 'row' | 'button' | 'total';
    className?: string;
}
export declare function Price({ children, size, className }: PriceProps): import("react").JSX.Element;
