/**
 * `remote.json` tells the shell about a remote before any of its code runs. It goes into the registry at release, so a
 * remote ships a new page without a shell release.
 */
import type { MENU_PLACES, SLOT_NAMES } from './slot-names';

/** Who a route is for. A vendor context never opens a customer's route, nor downloads its code. */
export type Audience = 'anyone' | 'customer' | 'vendor';

export interface PrefetchManifest {
  /** A path of the API, with the route's own parameters: '/vendors/:vendorId'. */
  path: string;
  /** Query parameters; ':venueId' takes the route's. */
  params?: Record<string, string>;
  /** The name of the body in the template of the route's first screen, which the server fills. */
  as?: string;
}

export interface RouteManifest {
  /** React Router's syntax. Two remotes may not claim the same one. */
  path: string;
  /** Id in the remote's `screens`. */
  screen: string;
  guard: 'public' | 'signed-in';
  audience: Audience;
  /**
   * The page is for the operators of a hall. The shell refuses other people before it loads any code of the page. It does not compare the
   * hall of the address, so the API still decides. Shells before 1.4.0 let everyone in.
   */
  role?: 'operator';
  /** The header's title until the screen sets a better one, in English: the remote's catalogs translate it. */
  title: string;
  /** A root page shows the menu button and the brand; any other the way back. */
  isRoot?: boolean;
  /** Placeholder of the header's search, in English; left out, the page has none. */
  search?: string;
  /** The page has a search field at its own head: on a phone the header's appears once that has been scrolled away. */
  hasSearchField?: boolean;
  /** The page draws its picture under the header: back and search float over it. */
  isOverPicture?: boolean;
  /**
   * The page is useless without a connection, so the worker caches its code when the page is opened, and not with the rest of
   * the remote.
   */
  needsNetwork?: boolean;
  /** The width of the page's column, which the header shares: 1120 px for `content`, the default, and 1360 px for a `queue`. */
  width?: 'content' | 'queue';
  /** Fetched side by side with the code when the navigation starts. */
  prefetch?: readonly PrefetchManifest[];
}

export type SlotName = (typeof SLOT_NAMES)[number];

export interface SlotManifest {
  /** A `background` slot starts after the first screen once someone is signed in: `anyone` means customers and vendors there. */
  slot: SlotName;
  /** Id in the remote's `slots`. */
  module: string;
  audience: Audience;
  /** 'signed-in': the slot stays empty for a signed-out visitor. Shells before 1.4.0 do not read it. */
  guard?: RouteManifest['guard'];
  /** The slot is for the operators of a hall. Shells before 1.4.0 fill it for everyone. */
  role?: RouteManifest['role'];
}

export type MenuPlace = (typeof MENU_PLACES)[number];

/** An entry in one of the shell's menus. It is not shown to visitors who do not meet its guard, audience and role, nor by a shell before 1.4.0. */
export interface MenuEntryManifest {
  place: MenuPlace;
  /**
   * The path of one of the remote's own routes. ':venueId' takes the hall of the page or the active one, ':vendorId' the stall of the page or of
   * the account in use; where there is none, the entry is not shown.
   */
  path: string;
  /** In English: the remote's catalogs translate it. */
  label: string;
  guard: RouteManifest['guard'];
  audience: Audience;
  role?: RouteManifest['role'];
}

/** Plain text with fields of the bodies that the page's route prefetches: '{{vendor.data.name}}'. The brand follows the title. */
export interface FactsManifest {
  title: string;
  description: string;
}

export interface RemoteManifest {
  name: string;
  /** Semver range of shared-contracts that this remote needs. */
  contract: string;
  routes: readonly RouteManifest[];
  slots: readonly SlotManifest[];
  menu?: readonly MenuEntryManifest[];
  /** The descriptions of public pages for readers without scripts, by screen. A page without one has the brand alone. */
  facts?: Readonly<Record<string, FactsManifest>>;
}
