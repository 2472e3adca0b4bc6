/** The origin of the shop that framed this page, as the stand-in script wrote it behind the #. */
export function parentOrigin(): string {
  try {
    return new URL(decodeURIComponent(window.location.hash.slice(1))).origin;
  } catch {
    throw new Error('This page belongs to the payment form and works only inside a shop.');
  }
}
