import { requireRecentProof } from 'core/policy/recent-proof';
import { allow } from 'core/policy/require-policies';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { refuseDemoAccount, removeDemo } from './remove-demo.command';

const removalSchema = z.object({
  data: z.object({
    venues: z.array(z.object({ slug: z.string(), name: z.string(), outcome: z.enum(['deleted', 'archived']) })),
    accounts: z.array(z.object({ email: z.string(), outcome: z.enum(['deleted', 'closed']) })),
  }),
});

export const demoModule: ApiModule = (app, deps) => {
  app.post(
    '/demo/removal',
    {
      config: { policy: 'site operator' },
      schema: { body: z.object({ dry_run: z.boolean().default(false) }), response: { 200: removalSchema } },
    },
    async (request) => {
      const session = allow(request, {});
      const { dry_run: isDryRun } = request.body;
      if (!isDryRun) {
        requireRecentProof(request);
        await refuseDemoAccount(deps.db, session);
      }
      return { data: await removeDemo(deps, { isDryRun }) };
    },
  );
};
