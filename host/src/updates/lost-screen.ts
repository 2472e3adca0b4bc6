import { shellState } from 'shared-contracts/events';
import { type Reload, reloadOnceFor } from './reload';

/**
 * A screen's files did not come although asked for twice. Where the device is online they may be gone, and a page of
 * today names others: reloads, once a tab for each screen. What remains is the screen's own Try Again.
 */
export function reloadForLostScreen(screen: string, reload?: Reload): void {
  if (shellState().connection.isOnline) void reloadOnceFor(`screen.${screen}`, reload && { reload });
}
