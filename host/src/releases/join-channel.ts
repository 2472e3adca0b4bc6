import { joinFromAddress } from './cohort';
import { askWorkerForPage } from './watch-releases';

/**
 * Joins or leaves a channel where the address says so. The server has answered with the right page already; a worker has
 * answered with the one it kept, so there the page is loaded once more, if the worker has the new one soon. Else this page
 * goes on as it is, and the next one is the channel's.
 * @returns whether the page is being loaded anew
 */
export async function joinChannel(reload = () => window.location.reload()): Promise<boolean> {
  if (!joinFromAddress() || !(await askWorkerForPage())) return false;
  reload();
  return true;
}
