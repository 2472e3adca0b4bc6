/** This tab's remotes from elsewhere, by name. */
export const OVERRIDES_KEY = 'remote_overrides';

/** Back to what was released, from the next page on. */
export function endOverrides(): void {
  window.sessionStorage.removeItem(OVERRIDES_KEY);
}
