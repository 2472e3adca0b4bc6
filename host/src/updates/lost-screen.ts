import { shellState } from 'shared-contracts/events';
import { type Reload, reloadOnceFor } from './reload';

/**
 * A screen's files did not come although asked for twice. Where the device is online they may be gone, and a page of
 * today names others: reloads, once a tab for each screen. What remains is the screen's own Try Again.
 * @returns whether the page reloads
 */
export async function reloadForLostScreen(screen: string, reload?: Reload): Promise<boolean> {
  return shellState().connection.isOnline && (await reloadOnceFor(`screen.${screen}`, reload && { reload }));
}
