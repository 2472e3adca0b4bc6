/** Asks the CI system of this process for an identity token, by which a site knows the workflow without a stored secret. */
import { type Environment, processEnv } from 'settings/environment';
import { z } from 'zod';
import { TargetFailed } from './targets/target';

const TIMEOUT_MS = 30_000;
const responseSchema = z.object({ value: z.string() });

/**
 * @param audience the origin of the site. It is the address that the caller contacts, so no other site can use the token
 * @returns the token, or null outside of a CI system that gives one
 * @throws {TargetFailed} if GitHub's service does not respond
 * @example
 * const identity = await ciIdentity('https://hall.example');
 */
export async function ciIdentity(audience: string, environment: Environment = processEnv): Promise<string | null> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = environment;
  // GitLab makes the token when the job begins, for the audience that the job's file names.
  if (!address || !secret) return environment.FOODHALL_ID_TOKEN ?? null;
  const url = new URL(address);
  url.searchParams.set('audience', audience);
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${secret}` },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    throw new TargetFailed(`The identity service of GitHub Actions did not respond (${error.message})`);
  });
  const { data } = responseSchema.safeParse(await response.json().catch(() => null));
  if (!response.ok || !data)
    throw new TargetFailed(`The identity service of GitHub Actions responded with ${response.status}`);
  return data.value;
}
