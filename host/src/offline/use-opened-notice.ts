import { useEffect } from 'react';
import { useNavigate } from 'shared-contracts/router';
import type { FromWorker } from '../worker/messages';

/** Leads to what a notice is about, once it was pressed. */
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
