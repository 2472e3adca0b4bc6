/** Asks the API of a site to describe itself, for a release that no release service takes. */
import { type Environment, processEnv } from 'settings/environment';
import { z } from 'zod';
import type { ApiDescription } from '../fits/compare-calls';

/** The time that the API may take, in milliseconds. */
const PATIENCE_MS = 5_000;

const descriptionSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

export interface SiteApi {
  api?: ApiDescription;
  /** The sentence that explains why there is no description. It is absent if the settings name no site. */
  problem?: string;
}

/** Reads the description of the running API at `SITE_URL`. Without that setting, no site is known and nothing is asked. */
export async function apiOfSite({ SITE_URL }: Environment = processEnv): Promise<SiteApi> {
  if (!SITE_URL) return {};
  const address = new URL('/api/v1/openapi.json', SITE_URL).href;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { data } = descriptionSchema.safeParse(response.ok ? await response.json() : null);
    if (data) return { api: data as unknown as ApiDescription };
  } catch {
    // Nothing responds there, or no JSON.
  }
  return { problem: `The calls were not compared with the API: it does not describe itself at ${address}.` };
}
