import { allow } from 'core/policy/require-policies';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { removeDemo } from './remove-demo.command';

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
      allow(request, {});
      return { data: await removeDemo(deps, { isDryRun: request.body.dry_run }) };
    },
  );
};
