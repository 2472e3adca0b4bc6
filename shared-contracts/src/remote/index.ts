/** What a remote is: its screens and slots, each loaded when it is shown. */
import { type ComponentType, createContext, createElement, useContext } from 'react';
import type { SlotName } from './manifest';

export type {
  Audience,
  FactsManifest,
  PrefetchManifest,
  RemoteManifest,
  RouteManifest,
  SlotManifest,
  SlotName,
} from './manifest';

/** A `*.screen.tsx` file: its named export `Screen`. */
export interface ScreenModule {
  Screen: ComponentType;
}

/** A slot's file: its named export `Slot`. */
export interface SlotModule {
  Slot: ComponentType;
}

export interface RemoteDefinition {
  /** By the ids that remote.json names. */
  screens: Readonly<Record<string, () => Promise<ScreenModule>>>;
  slots?: Readonly<Record<string, () => Promise<SlotModule>>>;
}

/** The default export of a remote's `remote.ts`. */
export function defineRemote(definition: RemoteDefinition): RemoteDefinition {
  return definition;
}

export interface SlotProps {
  name: SlotName;
  /**
   * False takes the content away and leaves the slot's boundary, which then catches what the content throws on its way
   * out. Defaults to true.
   */
  isShown?: boolean;
}

/** How the shell fills a slot; without a shell (a remote's own tests) it stays empty. */
export const SlotContext = createContext<ComponentType<SlotProps>>(() => null);

/** A slot of the shell, filled by a remote: loaded when shown, in a boundary of its own. */
export function Slot(props: SlotProps) {
  return createElement(useContext(SlotContext), props);
}
