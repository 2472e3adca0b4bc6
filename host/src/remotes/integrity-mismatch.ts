/** Browsers report a file with other bytes like one that is missing; a second request tells them apart. */

const TIMEOUT_MS = 5000;

/** Whether the file is there and its bytes do not match its integrity. Never rejects, and runs nothing. */
export async function hasOtherBytes(address: URL, integrity: string): Promise<boolean> {
  const request = (options: RequestInit) =>
    fetch(address, { ...options, cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
  try {
    const response = await request({});
    if (!response.ok) return false;
    return await request({ integrity }).then(
      () => false,
      () => true,
    );
  } catch {
    return false;
  }
}
