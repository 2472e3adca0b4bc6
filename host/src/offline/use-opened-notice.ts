import { useEffect } from 'react';
import { useNavigate } from 'shared-contracts/router';
import type { FromWorker } from '../worker/messages';

/** Shows the subject of a notification that the user opened. */
export function useOpenedNotice(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const open = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === 'open') navigate(data.path);
    };
    navigator.serviceWorker?.addEventListener('message', open);
    return () => navigator.serviceWorker?.removeEventListener('message', open);
  }, [navigate]);
}
