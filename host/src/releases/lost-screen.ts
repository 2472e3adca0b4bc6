import { shellState } from 'shared-contracts/events';
import { type Reload, reloadOnceFor } from './reload';

/**
 * Handles screens whose files were requested twice and did not arrive. If the device is online, the site may no longer
 * serve them, and a fresh page names others: the page reloads, once in a tab for each screen. After that the screen
 * offers Try Again.
 * @returns a function that tells whether the page reloads for a lost screen. It handles one screen after another
 */
export function reloadForLostScreens(reload?: Reload): (screen: string) => Promise<boolean> {
  let isReloading = Promise.resolve(false);
  return (screen) => {
    isReloading = isReloading.then(
      async (is) =>
        is || (shellState().connection.isOnline && (await reloadOnceFor(`screen.${screen}`, reload && { reload }))),
    );
    return isReloading;
  };
}
