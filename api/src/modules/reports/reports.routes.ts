import { reportSchema } from 'shared-contracts/schemas';
import type { ApiModule } from '../../api-module';
import { AttemptCounts } from '../../attempt-counts';
import { isUnavailable } from '../../database/unavailable';
import { networkOf } from '../../plugins/client-address';
import { LiveRelease, type LiveSnapshot } from '../../site/live-release';
import { releaseMetricsOf } from './release-metrics';
import { createReleasesPage } from './releases-page';

/** A report may be 50 entries with a sentence each. */
const BODY_LIMIT = 32 * 1024;
/** A minute, for an address: a hall's guests share one, and a page sends a few. */
const PER_ADDRESS = 600;
/** Of each release and kind the first errors are written to the log, with what they said; the rest is counted. */
const LOGGED = 20;

/**
 * POST /reports {entries: [...]} → 204, from any page. GET /releases: the metrics as a page, for the tools of the server. Under /api, since the service worker responds to other addresses with the shell.
 */
export const reportsModule: ApiModule = async (app, { config, clock, log, db }) => {
  const live = new LiveRelease(config.distDir, log);
  const metrics = releaseMetricsOf(app.metrics);
  const counts = new AttemptCounts(db, clock);
  const page = await createReleasesPage();
  const since = clock.now();

  /** Null before the first release, or while one is half copied. */
  const snapshot = async () => (await live.current().catch(() => null))?.snapshot ?? null;

  app.post(
    '/reports',
    { config: { policy: 'public' }, bodyLimit: BODY_LIMIT, schema: { body: reportSchema } },
    async (request, reply) => {
      await countReport(counts, networkOf(request.ip));
      const known = versionsIn(await snapshot());
      for (const entry of request.body.entries) {
        const isKnown = known.has(`${entry.part}@${entry.version}`);
        const { part, version, errors } = await metrics.add(entry, isKnown);
        if (entry.type === 'error' && errors <= LOGGED) {
          request.log.warn({ part, version, kind: entry.kind, said: entry.message }, 'a page reports an error');
        }
      }
      return reply.code(204).send();
    },
  );

  app.get('/releases', { config: { policy: 'operations' } }, async (_request, reply) => {
    const current = await snapshot();
    const html = page.render(await metrics.summaries(), {
      audience: (part, version) => audienceIn(current, part, version),
      since,
      now: clock.now(),
    });
    return page.send(reply, html);
  });
};

/** What a page reports while the database is away is wanted all the same. @throws ApiError 429 */
async function countReport(counts: AttemptCounts, address: string): Promise<void> {
  try {
    await counts.take([{ key: `reports ${address}`, limit: PER_ADDRESS, windowMs: 60_000 }]);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}

/** Every release that a page of today may run. */
function versionsIn(snapshot: LiveSnapshot | null): ReadonlySet<string> {
  if (!snapshot) return new Set();
  const { host, remotes, offers, kept } = snapshot;
  return new Set([
    `host@${host.version}`,
    ...Object.entries(remotes).map(([part, { version }]) => `${part}@${version}`),
    ...offers.map(({ part, release }) => `${part}@${release.version}`),
    ...Object.entries(kept).flatMap(([part, releases]) => releases.map(({ version }) => `${part}@${version}`)),
  ]);
}

function audienceIn(snapshot: LiveSnapshot | null, part: string, version: string): string | undefined {
  if (!snapshot) return undefined;
  const live = part === 'host' ? snapshot.host : snapshot.remotes[part];
  if (live?.version === version) return 'live';
  const limited = snapshot.offers.find((each) => each.part === part && each.release.version === version);
  return limited && (limited.channel ?? `${limited.percent} % of visitors`);
}
