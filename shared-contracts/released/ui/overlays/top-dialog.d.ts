export declare function announceDialogs(): void;
export declare function useTopLayerParent(): HTMLElement;
