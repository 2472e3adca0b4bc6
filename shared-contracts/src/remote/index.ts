/** The definition of a remote: its screens and slots, each loaded when it is shown. */
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

/** A catalog, `src/locales/fr.json`, as the build compiles it. */
export interface CatalogModule {
  default: object;
}

/** The catalogs of an app by language, without English. The shell loads the visitor's beside the screen. */
export type Catalogs = Readonly<Record<string, () => Promise<CatalogModule>>>;

export interface RemoteDefinition {
  /** By the ids that remote.json names. */
  screens: Readonly<Record<string, () => Promise<ScreenModule>>>;
  slots?: Readonly<Record<string, () => Promise<SlotModule>>>;
  catalogs?: Catalogs;
}

/** The arguments that the shell gives a screen or slot without React. */
export interface MountProps {
  /** Parameters of the address. Another address mounts the screen again. */
  params: Readonly<Record<string, string | undefined>>;
  /** Opens a path of the site: '/venues/7/vendors'. */
  navigate: (path: string) => void;
}

/**
 * Shows a screen or slot in an element that is in the page and empty. Its boundary shows the errors that it throws, as
 * for a component.
 * @returns a function that removes the content and ends its work; the shell removes the element itself
 */
export type Mount = (element: HTMLElement, props: MountProps) => () => void;

/** The file of a screen or slot without React: its named export `mount`. */
export interface MountModule {
  mount: Mount;
}

/** A RemoteDefinition in which each screen and slot may be a component or a mount. */
export interface AnyRemoteDefinition {
  screens: Readonly<Record<string, () => Promise<ScreenModule | MountModule>>>;
  slots?: Readonly<Record<string, () => Promise<SlotModule | MountModule>>>;
  catalogs?: Catalogs;
}

/**
 * Declares a remote. Its result is the default export of the remote's `remote.ts`.
 * @example
 * export default defineRemote({ screens: { 'catalog.venues': () => import('./venues.screen') } });
 */
export function defineRemote<Definition extends AnyRemoteDefinition>(definition: Definition): Definition {
  return definition;
}

export interface SlotProps {
  name: SlotName;
  /** False removes the content and keeps the slot's boundary, which then catches the errors of its unmounting. Defaults to true. */
  isShown?: boolean;
}

/** How the shell fills a slot; without a shell (a remote's own tests) it stays empty. */
export const SlotContext = createContext<ComponentType<SlotProps>>(() => null);

/**
 * Renders a slot of the shell, which a remote fills. The slot loads when it is shown, in a boundary of its own.
 * @example
 * <Slot name="account-export" isShown={isVendor} />
 */
export function Slot(props: SlotProps) {
  return createElement(useContext(SlotContext), props);
}
