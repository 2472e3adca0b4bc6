/** The routes by which operators manage the people of teams. */
import { idParameter } from 'core/http/id-parameter';
import { requireRecentProof } from 'core/policy/recent-proof';
import { allow } from 'core/policy/require-policies';
import { idSchema, lineSchema, many, one } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ReleasesModule } from '../../deps';
import { appNameSchema } from '../../model/service';
import { membersOf, removeMember, setMember } from './members.commands';

const memberRequestSchema = z.object({
  email: z.email().max(255),
  team: lineSchema.min(1, 'A person is in a team.').max(100),
  apps: z.array(appNameSchema).min(1, 'Name the apps of the team.').max(100),
  may_approve: z.boolean().default(false),
  may_roll_back: z.boolean().default(false),
  ci_accounts: z
    .array(
      z.string().regex(/^(github|gitlab):\d{1,20}$/, 'An account at a CI system is github: or gitlab: and its id.'),
    )
    .max(5)
    .default([]),
  dry_run: z.boolean().default(false),
});
const memberSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  team: z.string(),
  apps: z.array(z.string()),
  may_approve: z.boolean(),
  may_roll_back: z.boolean(),
  ci_accounts: z.array(z.string()),
});
const config = { policy: 'site operator' } as const;

export const releaseMembersModule: ReleasesModule = (app, deps) => {
  app.get('/registry/members', { config, schema: { response: { 200: many(memberSchema) } } }, async (request) => {
    allow(request, {});
    return { data: await membersOf(deps) };
  });

  app.put(
    '/registry/members',
    { config, schema: { body: memberRequestSchema, response: { 200: one(memberSchema.nullable()) } } },
    async (request) => {
      const session = allow(request, {});
      const { dry_run: isDryRun, ...grant } = request.body;
      if (!isDryRun) requireRecentProof(request);
      return { data: isDryRun ? null : await setMember(deps, session, grant) };
    },
  );

  app.delete(
    '/registry/members/:id',
    { config, schema: { params: z.object({ id: idParameter }), response: { 200: one(memberSchema) } } },
    async (request) => {
      const session = allow(request, {});
      return { data: await removeMember(deps, session, request.params.id) };
    },
  );
};
