/** The key in session storage of this tab's overrides, by remote. */
export const OVERRIDES_KEY = 'remote_overrides';

/** From the next page on, this tab runs what was released. */
export function endOverrides(): void {
  window.sessionStorage.removeItem(OVERRIDES_KEY);
}
