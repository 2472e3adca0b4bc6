export declare function useDelayed(ms?: number): boolean;
