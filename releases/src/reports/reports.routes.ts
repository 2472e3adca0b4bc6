import { AttemptCounts } from 'core/attempt-counts';
import { isUnavailable } from 'core/database/unavailable';
import { htmlPage, noContent } from 'core/http/bodies';
import { networkOf } from 'core/http/client-address';
import { Rounds } from 'core/workers';
import { reportSchema } from 'shared-contracts/schemas';
import type { ReportEntry } from 'shared-contracts/types';
import { z } from 'zod';
import type { ReleasesModule } from '../deps';
import { LiveRelease, type LiveSnapshot } from '../live/live-release';
import { withoutPersonalData } from '../model/reported-message';
import { createErrorsPage } from './errors-page';
import { REPORT_DAYS } from './old-reports';
import { PageErrors } from './page-errors';
import { ReleaseMetrics } from './release-metrics';
import { ReleaseSums, readReleaseSums } from './release-sums';
import { createReleasesPage } from './releases-page';
import { errorFilterSchema, reportedErrorsOf } from './reported-errors';

/** The most bytes of a report: 50 entries with a sentence each, some of them with a stack. */
const BODY_LIMIT = 32 * 1024;
/** The most reports of one address in a minute. The guests of a hall share an address, and each page sends a few reports. */
const PER_ADDRESS = 600;
/** The number of errors of each release and kind that are logged with their messages. Later ones are only counted. */
const LOGGED = 20;

/** Reports about releases that the registry does not name count here: the release of an old page, or an invented one. */
const OTHER = { part: 'other', version: 'other' } as const;
const FLUSH_MS = 5_000;
const DAY_MS = 24 * 3_600_000;
const periodQuery = z.object({ days: z.coerce.number().int().min(1).max(REPORT_DAYS).default(7) });

/**
 * POST /reports {entries: [...]} → 204 takes the reports of any page. GET /releases and /releases/errors show them as pages, for operators
 * and teams. The pages are under /api, since the service worker responds to other addresses with the shell.
 */
export const reportsModule: ReleasesModule = async (app, deps) => {
  const { config, clock, log, db, workers } = deps;
  const live = new LiveRelease(config.distDir, log);
  const metrics = new ReleaseMetrics(app.metrics);
  const sums = new ReleaseSums(db);
  const errors = new PageErrors(db);
  const counts = new AttemptCounts(db, clock);
  const reported = reportedErrorsOf(deps);
  const page = await createReleasesPage();
  const errorsPage = await createErrorsPage();

  const flush = async () => {
    await sums.flush();
    await errors.flush();
  };
  const rounds = new Rounds({ name: 'reports', everyMs: FLUSH_MS, log, run: flush });
  workers.add({
    name: rounds.name,
    start: () => rounds.start(),
    stop: async () => {
      await rounds.stop();
      await flush().catch((error: unknown) => log.error({ err: error }, 'reports: the last counts are lost'));
    },
  });

  /** Null before the first release, or while a release is only half copied. */
  const snapshot = async () => (await live.current().catch(() => null))?.snapshot ?? null;

  app.post(
    '/reports',
    {
      config: { policy: 'public' },
      bodyLimit: BODY_LIMIT,
      schema: { body: reportSchema, response: { 204: noContent } },
    },
    async (request, reply) => {
      await countReport(counts, networkOf(request.ip));
      const known = versionsIn(await snapshot());
      const now = clock.now();
      for (const entry of request.body.entries.map(cleaned)) {
        const isKnown = known.has(`${entry.part}@${entry.version}`);
        const release = isKnown ? entry : OTHER;
        sums.add(entry, release, now);
        if (entry.type === 'error' && isKnown) errors.add(entry, now);
        const ofKind = await metrics.add(entry, release);
        if (entry.type === 'error' && ofKind <= LOGGED) {
          const { part, version } = release;
          request.log.warn({ part, version, kind: entry.kind, said: entry.message }, 'a page reports an error');
        }
      }
      return reply.code(204).send();
    },
  );

  app.get(
    '/releases',
    { config: { policy: 'operations' }, schema: { querystring: periodQuery, response: { 200: htmlPage } } },
    async (request, reply) => {
      const { days } = request.query;
      const now = clock.now();
      const current = await snapshot();
      await flush();
      const html = page.render(await readReleaseSums(db, new Date(now.getTime() - days * DAY_MS)), {
        audience: (part, version) => audienceIn(current, part, version),
        days,
        now,
      });
      return page.send(reply, html);
    },
  );

  app.get(
    '/releases/errors',
    { config: { policy: 'operations' }, schema: { querystring: errorFilterSchema, response: { 200: htmlPage } } },
    async (request, reply) => {
      await flush();
      return errorsPage.send(reply, errorsPage.render(await reported.of(request.query), request.query));
    },
  );
};

/** An honest page has cleaned its messages by the same rules, and nothing changes. */
const cleaned = (entry: ReportEntry): ReportEntry =>
  entry.type === 'error' ? { ...entry, message: withoutPersonalData(entry.message) } : entry;

/** Counts a report against its address. While the database is away, it accepts the report without counting it. @throws ApiError 429 */
async function countReport(counts: AttemptCounts, address: string): Promise<void> {
  try {
    await counts.take([{ key: `reports ${address}`, limit: PER_ADDRESS, windowMs: 60_000 }]);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}

/** Lists every release that a page may still run today. */
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
