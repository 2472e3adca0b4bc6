/** Reads the origin of the shop that frames this page. The sandbox's script writes it after the #. */
export function parentOrigin(): string {
  try {
    return new URL(decodeURIComponent(window.location.hash.slice(1))).origin;
  } catch {
    throw new Error('This page belongs to the payment form and works only inside a shop.');
  }
}
