/** Tells open pages over their socket that another release is live. */
import { Rounds } from 'core/workers';
import type { LiveRelease } from 'releases/live/live-release';
import type { Deps } from '../deps';

/** How often the registry on the disk is looked at. A look that finds no change reads the pointer's age and nothing else. */
const EVERY_MS = 1_000;
/** A public channel that every open socket joins. */
const CHANNEL = 'releases';
const EVENT = String.raw`App\Events\ReleaseChanged`;

/**
 * The event has no content: a page reads the signed pointer itself, as it does without a socket. Each process looks at its own disk and tells
 * its own sockets. Behind an outside engine a page may be told once by each process.
 */
export function releaseNews(
  live: Pick<LiveRelease, 'current'>,
  { realtime, log }: Pick<Deps, 'realtime' | 'log'>,
): Rounds {
  let told: string | undefined;
  return new Rounds({
    name: 'release news',
    everyMs: EVERY_MS,
    log,
    run: async () => {
      const release = await live.current().catch(() => null);
      if (!release) return;
      const now = [release.name, ...release.recalled].join();
      // A page that connects after the start reads the pointer by itself.
      if (told !== undefined && told !== now) await realtime.broadcaster.broadcast([CHANNEL], EVENT, {});
      told = now;
    },
  });
}
