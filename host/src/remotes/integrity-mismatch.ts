/** Why a file did not come: the browser reports a file with other bytes just like one that is missing. */

const ASK_TIMEOUT_MS = 5000;

/** Whether the file is there and its bytes are not those of its integrity. Never rejects; asks only, and runs nothing. */
export async function hasOtherBytes(address: URL, integrity: string): Promise<boolean> {
  const ask = (options: RequestInit) =>
    fetch(address, { ...options, cache: 'no-store', signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
  try {
    const found = await ask({});
    if (!found.ok) return false;
    return await ask({ integrity }).then(
      () => false,
      () => true,
    );
  } catch {
    return false;
  }
}
