import { useNavigate } from 'shared-contracts/router';
import { PATHS } from './paths';

/** One step back within the site; to the venues if the site was opened at this page, or at one that it replaced. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const steps = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    if (steps > 0) navigate(-1);
    else navigate(PATHS.home);
  };
}
