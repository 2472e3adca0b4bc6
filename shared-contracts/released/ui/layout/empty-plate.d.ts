export declare function EmptyPlate({ className }: {
    className?: string;
}): import("react").JSX.Element;
