import { useNavigate } from 'shared-contracts/router';
import { PATHS } from './paths';

/**
 * Goes one step back within the site, or to the venues if the site was opened at this page or at one that it replaced.
 * A link that was followed before the shell ran has loaded this page as a document; its referrer is then the page
 * before.
 */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const steps = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    if (steps > 0 || cameFromThisSite()) navigate(-1);
    else navigate(PATHS.home);
  };
}

/** A tab that a link opened has nothing to go back to. */
function cameFromThisSite(): boolean {
  return window.history.length > 1 && document.referrer.startsWith(`${window.location.origin}/`);
}
