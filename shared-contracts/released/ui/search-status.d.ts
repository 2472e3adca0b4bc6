export declare function SearchStatus({ count }: {
    count: number | null;
}): import("react").JSX.Element;
