/** Deletes every cache of this origin. Without a secure context there is none. */
export async function clearBrowserCaches(): Promise<void> {
  if (!('caches' in window)) return;
  const names = await window.caches.keys();
  await Promise.all(names.map((name) => window.caches.delete(name)));
}
