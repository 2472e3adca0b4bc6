/** Keeps the metadata of a site valid while it runs without a release service: the API of a trial holds no key that could sign them. */
import { authorityOf } from '../store/signing';
import type { Target } from '../store/targets/target';
import { publishMetadata, renewalMsOf } from '../store/tuf';

interface KeepRenewed {
  /** Gets a sentence when the metadata could not be signed. */
  report: (line: string) => void;
  authority?: ReturnType<typeof authorityOf>;
}

/**
 * Signs again what has used half of its life: at once, and from then on until the process ends.
 * @returns ends it
 */
export async function keepRenewed(
  target: Target,
  { report, authority = authorityOf() }: KeepRenewed,
): Promise<() => void> {
  const renew = async () => {
    try {
      await publishMetadata(target, authority);
    } catch (error) {
      report(`The metadata of the releases were not signed again: ${error instanceof Error ? error.message : error}`);
    }
  };
  await renew();
  const timer = setInterval(() => void renew(), renewalMsOf(authority.lives));
  timer.unref();
  return () => clearInterval(timer);
}
