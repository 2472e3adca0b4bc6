export interface Choice<Id extends string | number> {
    id: Id;
    name: string;
    price?: string;
    note?: string;
    disabled?: boolean;
}
export interface ChoiceGroupProps<Id extends string | number> {
    type: 'radio' | 'checkbox';
    title: string;
    choices: readonly Choice<Id>[];
    selected: readonly Id[];
    onChange: (selected: Id[]) => void;
    hint?: string;
    isMet?: boolean;
    max?: number | null;
    error?: string | null | false;
}
export declare function ChoiceGroup<Id extends string | number>({ type, title, choices, selected, onChange, hint, isMet, max, error, }: ChoiceGroupProps<Id>): import("react").JSX.Element;
