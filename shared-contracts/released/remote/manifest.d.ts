export type Audience = 'anyone' | 'customer' | 'vendor';
export interface PrefetchManifest {
    path: string;
    params?: Record<string, string>;
}
export interface RouteManifest {
    path: string;
    screen: string;
    guard: 'public' | 'signed-in';
    audience: Audience;
    title: string;
    isRoot?: boolean;
    search?: string;
    isOverPicture?: boolean;
    width?: 'content' | 'queue';
    prefetch?: readonly PrefetchManifest[];
}
export type SlotName = 'background' | 'notifications-panel' | 'account-export';
export interface SlotManifest {
    slot: SlotName;
    module: string;
    audience: Audience;
}
export interface RemoteManifest {
    name: string;
    contract: string;
    routes: readonly RouteManifest[];
    slots: readonly SlotManifest[];
}
