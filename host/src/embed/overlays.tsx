/** Overlays, once for all remotes of the page: toasts, and the sign-in modal. */
import { createRoot } from 'react-dom/client';
import { ToastBox } from '../chrome/toast-box';
import { AuthModal } from '../sign-in/auth-modal';
import { inLanguage } from './in-language';

let mounted = 0;
let remove: (() => void) | undefined;

/** @param theme 'light', 'dark', or undefined for what the device prefers @returns a function that removes them */
export function showOverlays(theme: string | undefined): () => void {
  mounted += 1;
  remove ??= mount(theme);
  return () => {
    mounted -= 1;
    if (mounted > 0) return;
    remove?.();
    remove = undefined;
  };
}

function mount(theme: string | undefined): () => void {
  const container = document.createElement('div');
  container.dataset.foodhall = '';
  container.dataset.foodhallOverlays = '';
  if (theme) container.dataset.theme = theme;
  document.body.append(container);
  const root = createRoot(container.appendChild(inLanguage(document.createElement('div'))));
  root.render(
    <>
      <AuthModal />
      <ToastBox />
    </>,
  );
  return () => {
    root.unmount();
    container.remove();
  };
}
