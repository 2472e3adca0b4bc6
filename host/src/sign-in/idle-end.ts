/** Remembers in this tab that the session ended without use, so that the sign-in page can say so. */
const STORAGE_KEY = 'sign-in.idle';

export function noteIdleEnd(): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, '1');
  } catch {
    // The browser refuses storage. The toast says that the session has ended.
  }
}

/** Reads the note, and removes it: the next visit of the page is another one. */
export function takeIdleEnd(): boolean {
  try {
    const isIdle = window.sessionStorage.getItem(STORAGE_KEY) !== null;
    window.sessionStorage.removeItem(STORAGE_KEY);
    return isIdle;
  } catch {
    return false;
  }
}
