import { site } from 'shared-contracts/site';
import { askWorkerForPage } from './next-release';

/** The channel that this browser joined, as the server says. */
export const channelOf = (): string | undefined => site().channel;

/**
 * The server has asked the visitor before it sends a page for `?channel=beta`. The address needs it no longer, and the worker's page,
 * which is that of all visitors, gives way to the server's.
 */
export function takeChannelFromAddress(): void {
  const { location, history } = window;
  const address = new URL(location.href);
  if (!address.searchParams.has('channel')) return;
  address.searchParams.delete('channel');
  history.replaceState(history.state, '', address);
  void askWorkerForPage();
}
