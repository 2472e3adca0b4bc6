// What the tab of a developer may run is granted by the site, for the release token of the team.
import { z } from 'zod';

const TIMEOUT_MS = 30_000;
const givenSchema = z.object({ data: z.object({ path: z.string(), until: z.string() }) });
const failureSchema = z.object({ message: z.string() });

interface Wanted {
  /** The remote. */
  app: string;
  /** Where it is served. */
  origin: string;
}

/**
 * @param shell address of the site
 * @param token of the team, RELEASE_TOKEN
 * @returns the address that the developer opens; undefined: the site is of a version that grants none
 * @throws with the reason of the site
 */
export async function askForOverride(shell: string, token: string, wanted: Wanted): Promise<string | undefined> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(new URL('/api/v1/registry/overrides', shell), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    body = await response.json().catch(() => undefined);
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    throw new Error(`${shell} did not respond (${cause?.code ?? message}).`);
  }
  if (response.status === 404) return undefined;
  const given = givenSchema.safeParse(body);
  if (response.ok && given.success) return new URL(given.data.data.path, shell).href;
  const failure = failureSchema.safeParse(body);
  throw new Error(failure.success ? failure.data.message : `${shell} responded with ${response.status}.`);
}
