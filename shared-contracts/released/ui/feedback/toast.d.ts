declare const ICONS: {
    readonly dark: import("lucide-react").LucideIcon;
    readonly success: import("lucide-react").LucideIcon;
    readonly danger: import("lucide-react").LucideIcon;
};
export interface ToastMessage {
    content: string;
    timeout?: number;
    position?: 'top' | 'bottom';
    color?: keyof typeof ICONS;
}
export interface ToastProps {
    toast: ToastMessage | null;
    onDismiss: () => void;
}
export declare function Toast({ toast, onDismiss }: ToastProps): import("react").ReactPortal;
export {};
