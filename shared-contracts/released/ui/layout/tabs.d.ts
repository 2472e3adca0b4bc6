import { type ReactNode } from 'react';
export interface Tab {
    id: string;
    label: string;
    count?: number;
}
export interface TabsProps {
    idBase: string;
    label: string;
    tabs: readonly Tab[];
    selected: string;
    onSelect: (id: string) => void;
    even?: boolean;
    isCounting?: boolean;
    sticky?: boolean;
}
export declare function Tabs({ idBase, label, tabs, selected, onSelect, even, isCounting, sticky }: TabsProps): import("react").JSX.Element;
export interface TabPanelProps {
    idBase: string;
    tab: string;
    hidden?: boolean;
    children: ReactNode;
    className?: string;
}
export declare function TabPanel({ idBase, tab, hidden, children, className }: TabPanelProps): import("react").JSX.Element;
export declare const panelId: (idBase: string, tab: string) => string;
