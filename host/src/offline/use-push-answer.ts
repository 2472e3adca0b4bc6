import { useEffect } from 'react';
import { type ShellState, shellState } from 'shared-contracts/events';
import type { FromWorker } from '../worker/messages';

/** Tells the worker whether this page says by itself what a push tells: then the push is silent. */
export function usePushAnswer(): void {
  useEffect(() => {
    const answer = ({ data, ports }: MessageEvent<FromWorker>) => {
      if (data.type === 'hears') ports[0]?.postMessage(hearsOwnNews(shellState()));
    };
    navigator.serviceWorker?.addEventListener('message', answer);
    return () => navigator.serviceWorker?.removeEventListener('message', answer);
  }, []);
}

/** Who acts as a vendor listens to the vendor's channel alone. */
export function hearsOwnNews({ session, connection }: Pick<ShellState, 'session' | 'connection'>): boolean {
  return session?.context.type === 'User' && connection.isOnline && connection.socket === 'live';
}
