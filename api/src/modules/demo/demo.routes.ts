import { z } from 'zod';
import type { ApiModule } from '../../api-module';
import { guarded } from '../../plugins/session';
import { removeDemo } from './remove-demo.command';
import { requireSiteOperator } from './site-operator';

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
      onRequest: guarded,
      schema: { body: z.object({ dry_run: z.boolean().default(false) }), response: { 200: removalSchema } },
    },
    async (request) => {
      await requireSiteOperator(request, deps);
      return { data: await removeDemo(deps, { isDryRun: request.body.dry_run }) };
    },
  );
};
