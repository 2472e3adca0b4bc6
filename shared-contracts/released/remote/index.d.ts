import { type ComponentType } from 'react';
import type { SlotName } from './manifest';
export type { Audience, PrefetchManifest, RemoteManifest, RouteManifest, SlotManifest, SlotName } from './manifest';
export interface ScreenModule {
    Screen: ComponentType;
}
export interface SlotModule {
    Slot: ComponentType;
}
export interface RemoteDefinition {
    screens: Readonly<Record<string, () => Promise<ScreenModule>>>;
    slots?: Readonly<Record<string, () => Promise<SlotModule>>>;
}
export declare function defineRemote(definition: RemoteDefinition): RemoteDefinition;
export declare const SlotContext: import("react").Context<ComponentType<{
    name: SlotName;
}>>;
export declare function Slot({ name }: {
    name: SlotName;
}): import("react").ReactElement<{
    name: SlotName;
}, string | import("react").JSXElementConstructor<any>>;
