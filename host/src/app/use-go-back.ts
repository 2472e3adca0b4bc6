import { useNavigate } from 'shared-contracts/router';

/** A step back within the visit; where it began on this page, or on one that this page replaced, the venues. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  return () => {
    const steps = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    if (steps > 0) navigate(-1);
    else navigate('/');
  };
}
