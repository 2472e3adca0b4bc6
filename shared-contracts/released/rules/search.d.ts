export declare function foldText(...texts: readonly string[]): string;
export declare function foldedMatcher(search: string): (folded: string) => boolean;
export declare function matcher(search: string): (...texts: readonly string[]) => boolean;
