import type { OptionGroup } from '../types';
type Limits = Pick<OptionGroup, 'min_select' | 'max_select'>;
export declare function selectionHint({ min_select, max_select }: Limits, chosen: number): string;
export declare function isSelectionMet({ min_select, max_select }: Limits, chosen: number): boolean;
export declare function isFull({ max_select }: Limits, chosen: number): boolean;
export declare function brokenGroup<T extends Limits & {
    options: {
        data: readonly {
            id: number;
        }[];
    };
}>(groups: readonly T[], chosenIds: ReadonlySet<number>): T | undefined;
export {};
