import { useEffect } from 'react';
import { type ShellState, shellState } from 'shared-contracts/events';
import type { FromWorker } from '../worker/messages';

/** Replies to the worker whether this page shows the news of a push itself: then the push is silent. */
export function usePushReply(): void {
  useEffect(() => {
    const reply = ({ data, ports }: MessageEvent<FromWorker>) => {
      if (data.type === 'hears') ports[0]?.postMessage(receivesOwnNews(shellState()));
    };
    navigator.serviceWorker?.addEventListener('message', reply);
    return () => navigator.serviceWorker?.removeEventListener('message', reply);
  }, []);
}

/** In vendor context the page listens to the vendor's channel alone. */
export function receivesOwnNews({ session, connection }: Pick<ShellState, 'session' | 'connection'>): boolean {
  return session?.context.type === 'User' && connection.isOnline && connection.socket === 'live';
}
