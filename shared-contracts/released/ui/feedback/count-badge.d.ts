export interface CountBadgeProps {
    count: number;
    label: string;
    tone?: 'ink' | 'hot';
}
export declare function CountBadge({ count, label, tone }: CountBadgeProps): import("react").JSX.Element | null;
