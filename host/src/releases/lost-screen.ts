import { shellState } from 'shared-contracts/events';
import { type Reload, reloadOnceFor } from './reload';

/**
 * A screen's files did not come although asked for twice. Where the device is online they may be gone, and a page of
 * today names others: reloads, once a tab for each screen. What remains is the screen's own Try Again.
 * @returns what tells, of each lost screen in turn, whether the page reloads: while it does, no other is lost either
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
