/** What lies over the page, once for all remotes on it: messages, and the sign-in that a remote asks for. */
import { createRoot } from 'react-dom/client';
import { ToastBox } from '../chrome/toast-box';
import { AuthModal } from '../sign-in/auth-modal';

let mounted = 0;
let takeAway: (() => void) | undefined;

/** @param theme 'light', 'dark', or undefined for what the device prefers @returns the way to take it away again */
export function showOverlays(theme: string | undefined): () => void {
  mounted += 1;
  takeAway ??= mount(theme);
  return () => {
    mounted -= 1;
    if (mounted > 0) return;
    takeAway?.();
    takeAway = undefined;
  };
}

function mount(theme: string | undefined): () => void {
  const place = document.createElement('div');
  place.dataset.foodhall = '';
  place.dataset.foodhallOverlays = '';
  if (theme) place.dataset.theme = theme;
  document.body.append(place);
  const root = createRoot(place.appendChild(document.createElement('div')));
  root.render(
    <>
      <AuthModal />
      <ToastBox />
    </>,
  );
  return () => {
    root.unmount();
    place.remove();
  };
}
