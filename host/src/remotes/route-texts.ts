/** The texts of routes: a title for the header and the page, and the placeholder of the search. */
import { useSyncExternalStore } from 'react';
import type { RemoteRelease } from 'releases/model/schemas';
import { wordsOf } from 'shared-contracts/language';
import type { RemoteRoute } from '../releases/snapshot';
import { t } from '../words';
import { followCatalogs, isCatalogAwaited, settledCatalogs } from './catalogs';

export interface RouteTexts {
  /** Empty while it is not known in the visitor's language. */
  title: () => string;
  /** Undefined: the page has no search. */
  search: (() => string) | undefined;
}

/**
 * The texts of a remote's route, which its remote.json has in English, by the remote's own translations. A text whose translation is on its way
 * is not shown in English first.
 */
export function textsOf(
  { remote, title, search }: Pick<RemoteRoute, 'remote' | 'title' | 'search'>,
  release: Pick<RemoteRelease, 'modules'> | undefined,
): RouteTexts {
  const { dynamic } = wordsOf(remote);
  return {
    title: () => (isCatalogAwaited(remote, release) ? '' : dynamic(title)),
    search:
      search === undefined ? undefined : () => (isCatalogAwaited(remote, release) ? t('Search') : dynamic(search)),
  };
}

/** Renders the component again when the texts of routes may have changed, since a remote's translations have arrived. */
export function useRouteTexts(): void {
  useSyncExternalStore(followCatalogs, settledCatalogs);
}
