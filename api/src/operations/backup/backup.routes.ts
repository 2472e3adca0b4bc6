/** The routes with which a site operator downloads a backup of the whole site. */
import { AttemptCounts } from 'core/attempt-counts';
import { BINARY } from 'core/http/bodies';
import { requireRecentProof } from 'core/policy/recent-proof';
import { allow } from 'core/policy/require-policies';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { LINK_MS, linkFor } from './backup-link';
import { BackupDownloads } from './download-backup.command';

/** Each backup reads the whole database. */
const LINKS = 10;
const HOUR_MS = 3_600_000;

export const backupModule: ApiModule = (app, deps) => {
  const downloads = new BackupDownloads(deps);

  app.post(
    '/backups',
    {
      config: { policy: 'site operator' },
      schema: { response: { 201: z.object({ data: z.object({ address: z.string(), seconds: z.int() }) }) } },
    },
    async (request, reply) => {
      const { user } = allow(request, {});
      // The file has the data of every person, so an account without a second factor proves its email.
      requireRecentProof(request, { isForEveryone: true });
      const count = { key: `backups of ${user.id}`, limit: LINKS, windowMs: HOUR_MS };
      await new AttemptCounts(deps.db, deps.clock).take([count]);
      const link = await linkFor(deps.db, { userId: user.id, now: deps.clock.now() });
      return reply.status(201).send({ data: { address: `/api/v1/backups/${link}`, seconds: LINK_MS / 1_000 } });
    },
  );

  app.get(
    '/backups/:link',
    {
      config: { policy: 'link' },
      // The file is compressed already.
      compress: false,
      // A request for the headers alone would make a backup.
      exposeHeadRoute: false,
      schema: {
        params: z.object({ link: z.string().max(200) }),
        response: { 200: { content: { 'application/octet-stream': { schema: z.unknown().meta(BINARY) } } } },
      },
    },
    async (request, reply) => {
      const { content, bytes, name } = await downloads.make(request.params.link);
      return reply
        .header('content-type', 'application/octet-stream')
        .header('content-length', bytes)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(content);
    },
  );
};
