export declare function AnnounceChange({ text }: {
    text: string;
}): import("react").JSX.Element;
