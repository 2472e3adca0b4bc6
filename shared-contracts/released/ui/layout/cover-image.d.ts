export type CoverRatio = 'venue' | 'vendor' | 'head' | 'item' | 'square' | 'fill';
export interface CoverImageProps {
    src?: string | null;
    ratio?: CoverRatio;
    eager?: boolean;
    className?: string;
}
export declare function CoverImage({ src, ratio, eager, className }: CoverImageProps): import("react").JSX.Element;
