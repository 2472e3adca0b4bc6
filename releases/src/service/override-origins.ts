/** Decides from which origins a developer may run a remote. Each origin becomes part of a page's policy. */

/** The form of an origin that a token may name, besides the developer's own computer. */
export const OVERRIDE_ORIGIN = /^https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;
const OWN_COMPUTER = /^http:\/\/localhost:\d{1,5}$/;

/** @param allowed the origins of the token @returns the reason why a remote may not run from there, or null if it may */
export function originRefusal(origin: string, allowed: readonly string[]): string | null {
  if (OWN_COMPUTER.test(origin) || allowed.includes(origin)) return null;
  const others = allowed.length === 0 ? '' : `, or ${allowed.join(', ')}`;
  return `A remote may run from http://localhost with a port${others}, and not from ${origin}.`;
}
