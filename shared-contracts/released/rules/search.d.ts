export declare function matcher(search: string): (...texts: readonly string[]) => boolean;
