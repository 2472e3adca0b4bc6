/** The definition of a remote: its screens and slots, each loaded when it is shown. */
import { type ComponentType, createContext, createElement, type ReactNode, useContext } from 'react';
import type { MenuPlace, SlotName } from './manifest';

export type {
  Audience,
  FactsManifest,
  MenuEntryManifest,
  MenuPlace,
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
  /**
   * Shows the boundary's failure with its Try Again, for an error after `mount` has returned: a framework that renders later does not throw it. A
   * shell with contract 1.3 does not have it.
   * @example
   * app.config.errorHandler = fail;
   */
  fail?: (error: unknown) => void;
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

/** What a slot is about, such as the order of the page: `{ orderId: '7' }`. */
export type SlotParams = Readonly<Record<string, string | undefined>>;

export interface SlotProps {
  name: SlotName;
  /** False removes the content and keeps the slot's boundary, which then catches the errors of its unmounting. Defaults to true. */
  isShown?: boolean;
  /** What the slot is about. Its content reads them with `useSlotParams`; without React they are among the `params` of `mount`. */
  params?: SlotParams;
}

/** How the shell fills a slot; without a shell (a remote's own tests) it stays empty. */
export const SlotContext = createContext<ComponentType<SlotProps>>(() => null);

const NO_PARAMS: SlotParams = {};
const SlotParamsContext = createContext(NO_PARAMS);

/**
 * Renders a slot of the shell, which a remote fills. The slot loads when it is shown, in a boundary of its own.
 * @example
 * <Slot name="account-export" isShown={isVendor} />
 */
export function Slot(props: SlotProps) {
  const filled = createElement(useContext(SlotContext), props);
  return createElement(SlotParamsContext, { value: props.params ?? NO_PARAMS }, filled);
}

/**
 * Returns what the slot around this content is about. The reference of the slots lists the parameters of each.
 * @example
 * const { orderId } = useSlotParams();
 */
export function useSlotParams(): SlotParams {
  return useContext(SlotParamsContext);
}

/** An entry of a remote in one of the shell's menus, for this visitor. */
export interface MenuEntry {
  /** Unique among the entries of the place. */
  id: string;
  to: string;
  /** In the visitor's language, or marked as English. */
  label: ReactNode;
}

/** How the shell finds the entries of a place; without a shell (a remote's own tests) there are none. */
export const MenuContext = createContext<(place: MenuPlace) => readonly MenuEntry[]>(() => []);

/**
 * Lists the entries that remotes add to a menu, in the order of the remotes' names.
 * @example
 * useMenuEntries('office').map(({ id, to, label }) => <Link key={id} to={to}>{label}</Link>);
 */
export function useMenuEntries(place: MenuPlace): readonly MenuEntry[] {
  const useEntries = useContext(MenuContext);
  return useEntries(place);
}
