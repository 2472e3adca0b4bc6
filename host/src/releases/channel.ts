import { site } from 'shared-contracts/site';
import { askWorkerForPage } from './next-release';

/** The channel that this browser joined, as the server says. */
export const joinedChannel = (): string | undefined => site().channel;

/**
 * Removes `?channel=beta` from the address, since the server has asked the visitor before it sent this page. The
 * worker's page, which is for all visitors, is replaced by the server's.
 */
export function takeChannelFromAddress(): void {
  const { location, history } = window;
  const address = new URL(location.href);
  if (!address.searchParams.has('channel')) return;
  address.searchParams.delete('channel');
  history.replaceState(history.state, '', address);
  void askWorkerForPage();
}
