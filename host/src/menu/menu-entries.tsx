/** The entries that remotes add to the menus. They are data of the registry, so a menu shows them before any code of a remote has run. */
import { MENU_LIMITS } from 'releases/model/menu';
import type { RemoteRelease } from 'releases/model/schemas';
import { useShell } from 'shared-contracts/events';
import { currentLanguage, languageAttributes, SOURCE_LANGUAGE } from 'shared-contracts/language';
import type { MenuEntry, MenuPlace } from 'shared-contracts/remote';
import { generatePath, useParams } from 'shared-contracts/router';
import { admission } from '../remotes/admission';
import { useRemotes } from '../remotes/remotes-context';
import { useRouteTable } from '../routes/routes-context';

type Listed = NonNullable<RemoteRelease['menu']>[number];

/**
 * Lists the entries of a place for this visitor. A release checks them; the page does so again, since a developer's own build passes no
 * release. It lists an entry only if its path is a page of its own remote, so no entry leads to another app or out of the site.
 */
export function useEntriesOfRemotes(place: MenuPlace): MenuEntry[] {
  const { snapshot } = useRemotes();
  const routes = useRouteTable();
  const session = useShell((state) => state.session);
  const venueId = useShell((state) => state.venue?.id);
  const ofPage = useParams();
  const context = session?.context;
  const params: Record<string, string | undefined> = {
    ...(venueId !== undefined && { venueId: String(venueId) }),
    ...(context?.type === 'Vendor' && { vendorId: String(context.data.id) }),
    ...ofPage,
  };
  const isKnown = (word: string) => !word.startsWith(':') || Boolean(params[word.slice(1)]);
  return Object.keys(snapshot.remotes)
    .sort()
    .flatMap((remote) => {
      const isPage = (path: unknown) => routes.some((route) => route.path === path && route.source?.remote === remote);
      const menu: unknown = snapshot.remotes[remote]?.menu;
      return (Array.isArray(menu) ? (menu as (Listed | null)[]) : [])
        .slice(0, MENU_LIMITS.entries)
        .filter(
          (entry): entry is Listed =>
            entry?.place === place && isPage(entry.path) && entry.path.split('/').every(isKnown),
        )
        .filter((entry) => admission(entry, session) === 'admitted')
        .map((entry, index) => ({
          id: `${remote} ${index}`,
          to: generatePath(entry.path, params),
          label: <Label of={entry} />,
        }));
    });
}

/** Isolates the label, so that no mark in it turns the line around it. */
function Label({ of: { label, labels } }: { of: Listed }) {
  const translated = labels?.[currentLanguage()];
  return (
    <bdi {...languageAttributes(translated === undefined ? SOURCE_LANGUAGE : undefined)}>
      {String(translated ?? label).slice(0, MENU_LIMITS.label)}
    </bdi>
  );
}
