export type RootMark = 'buy-bar' | 'state-page';
export declare function useRootMark(mark: RootMark): void;
