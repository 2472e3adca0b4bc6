import { joinFromAddress } from './cohort';
import { askWorkerForPage } from './next-release';

/**
 * Joins or leaves a channel if the address says so. The server's page is the right one already. A worker responds with
 * its cached page: the page reloads as soon as the worker has the new one. If that takes too long, this page goes on,
 * and the next one is the channel's.
 * @returns whether the page reloads
 */
export async function joinChannel(reload = () => window.location.reload()): Promise<boolean> {
  if (!joinFromAddress() || !(await askWorkerForPage())) return false;
  reload();
  return true;
}
