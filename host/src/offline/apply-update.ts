import { activateWaiting } from './waiting-worker';

/** Lets the waiting worker take over and reloads the page when it has. */
export function applyUpdate(reload: () => void = () => window.location.reload()): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => reload(), { once: true });
  activateWaiting();
}
