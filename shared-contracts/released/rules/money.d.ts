export declare function exponentOf(currency: string): number;
export declare function toMinor(major: number | string, currency: string): number;
export declare function toMajor(minor: number, currency: string): number;
export declare function decimalOf(minor: number, currency: string): string;
export declare function formatMinor(minor: number, currency: string, symbol: string): string;
export declare function formatMajor(major: number, currency: string, symbol: string): string;
export declare function taxOn(amountMinor: number, rateBasisPoints: number): number;
export declare function taxWithin(amountMinor: number, rateBasisPoints: number): number;
export declare function splitByWeight(amountMinor: number, weights: readonly number[]): number[];
