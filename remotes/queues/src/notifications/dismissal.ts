/** Whether the visitor dismissed the question how to notify. It holds for every account on this device, as the browser's permission does. */
const STORAGE_KEY = 'queues.get-notified-dismissed';

export function wasDismissed(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/** Storage may be full or refused: the question then returns with the next page. */
export function storeDismissal(): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, 'yes');
  } catch (error) {
    console.warn('The dismissal of Get Notified! could not be stored', error);
  }
}
