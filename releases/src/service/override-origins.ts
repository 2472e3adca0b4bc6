/** Decides from which origins a developer may run a remote. Each origin becomes part of a page's policy. */

/** 1 to 65535. */
const PORT = '(?:[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])';

/** The form of an origin that a token may name, besides the developer's own computer. */
export const OVERRIDE_ORIGIN = new RegExp(`^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:${PORT})?$`);
const OWN_COMPUTER = new RegExp(`^http://localhost:${PORT}$`);

/** @param allowed the origins of the token @returns the reason why a remote may not run from there, or null if it may */
export function originRefusal(origin: string, allowed: readonly string[]): string | null {
  if (OWN_COMPUTER.test(origin) || allowed.includes(origin)) return null;
  const others = allowed.length === 0 ? '' : `, or ${allowed.join(', ')}`;
  return `A remote may run from http://localhost with a port${others}, and not from ${origin}.`;
}
