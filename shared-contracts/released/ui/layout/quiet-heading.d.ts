export declare function QuietHeading({ children }: {
    children: string;
}): import("react").JSX.Element;
