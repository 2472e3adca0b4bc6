/** The menu entries of a remote with their labels in its languages, as the registry has them. */
import type { RemoteManifest } from 'shared-contracts/remote';
import type { RemoteRelease } from '../model/schemas';
import { languagesOf, readCatalog } from '../words/catalogs';

/**
 * @param directory the remote's folder
 * @returns an object without `menu` if the remote has no entries
 */
export function translatedMenu(directory: string, { menu }: Pick<RemoteManifest, 'menu'>): Pick<RemoteRelease, 'menu'> {
  if (!menu || menu.length === 0) return {};
  const [, ...languages] = languagesOf(directory);
  const catalogs = languages.map((language) => [language, readCatalog(directory, language)] as const);
  return {
    menu: menu.map((entry) => {
      const labels = catalogs.flatMap(([language, catalog]) => {
        const label = catalog[entry.label];
        return label === undefined ? [] : [[language, label] as const];
      });
      return labels.length === 0 ? entry : { ...entry, labels: Object.fromEntries(labels) };
    }),
  };
}
