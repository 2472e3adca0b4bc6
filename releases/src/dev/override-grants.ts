// Asks the site which remotes the tab of a developer may run, with the release token of the team.
import { z } from 'zod';

const TIMEOUT_MS = 30_000;
const givenSchema = z.object({ data: z.object({ path: z.string(), until: z.string() }) });
const failureSchema = z.object({ message: z.string() });

interface Wanted {
  /** The name of the remote. */
  app: string;
  /** The origin that serves it. */
  origin: string;
}

/**
 * @param shell the address of the site
 * @param token the team's RELEASE_TOKEN
 * @returns the address for the developer to open, or undefined if the site's version grants none
 * @throws with the site's reason
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
