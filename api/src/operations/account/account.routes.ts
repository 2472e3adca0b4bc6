import { AttemptCounts } from 'core/attempt-counts';
import { noContent } from 'core/http/bodies';
import type { App } from 'core/http/scope';
import { requireUser } from 'core/http/session';
import { requireRecentProof } from 'core/policy/recent-proof';
import { allow } from 'core/policy/require-policies';
import { Rounds } from 'core/workers';
import { meSchema, one, profileSchema, userSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule, Deps } from '../../deps';
import { orderIn } from '../../ordering/orders/line-texts';
import { presentOrder } from '../../ordering/orders/order.presenter';
import { latestOrdersOfUser } from '../../ordering/orders/order.repository';
import { AttemptLimits, passwordTry } from '../../people/auth/attempt-limits';
import { KnownDevices } from '../../people/auth/known-devices';
import { withLoginCode } from '../../people/auth/login-codes';
import { sendFactorEmail } from '../../people/auth/send-factor-email';
import { presentUser } from '../../people/auth/user.presenter';
import { accountRequestSchema, deletionSchema, exportSchema } from './account.schema';
import { checkDeletion, deleteAccount, deleteAccountOf } from './delete-account.command';
import { exportAccount, exportAccountOf } from './export-account.query';
import { resetSecondFactor } from './reset-second-factor.command';
import { removeOld } from './retention';

const LATEST_ORDERS = 50;
const RETENTION_MS = 3_600_000;

export const accountModule: ApiModule = (app, deps) => {
  const { db } = deps;
  app.get(
    '/me',
    {
      config: { policy: 'signed in' },
      schema: {
        // Every client sends its context. It has no effect here, because an account belongs to the person in either context.
        querystring: z.object({ context: z.string().max(200).optional() }),
        response: { 200: one(meSchema) },
      },
    },
    async (request) => {
      const userId = requireUser(request).user.id;
      const user = await presentUser(db, userId);
      const orders = await latestOrdersOfUser(db, userId, LATEST_ORDERS);
      return {
        data: { ...user, orders: { data: orders.map((order) => presentOrder(orderIn(order, request.language))) } },
      };
    },
  );

  app.put(
    '/me',
    { config: { policy: 'signed in' }, schema: { body: profileSchema, response: { 200: one(userSchema) } } },
    async (request) => {
      const userId = requireUser(request).user.id;
      await db
        .updateTable('users')
        .set({ name: request.body.name })
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .execute();
      return { data: await presentUser(db, userId) };
    },
  );

  deps.workers.add(new Rounds({ name: 'retention', everyMs: RETENTION_MS, log: deps.log, run: () => removeOld(deps) }));
  registerOwnData(app, deps);
  registerDataOf(app, deps);
};

/** The routes of a person's own account. */
function registerOwnData(app: App, deps: Deps) {
  const limits = new AttemptLimits(new AttemptCounts(deps.db, deps.clock), deps.log);
  const devices = new KnownDevices(deps);

  app.get(
    '/me/export',
    { config: { policy: 'signed in' }, schema: { response: { 200: one(exportSchema) } } },
    async (request) => ({ data: await exportAccount(deps, requireUser(request).user.id) }),
  );

  app.post(
    '/me/deletion',
    { config: { policy: 'signed in' }, schema: { body: deletionSchema, response: { 204: noContent } } },
    async (request, reply) => {
      const session = requireUser(request);
      const proof = request.body;
      if ('dry_run' in proof) {
        await checkDeletion(deps, session);
        return reply.status(204).send();
      }
      const { email } = session.user;
      const visitor = await devices.visitorOf(request, email);
      // These tries count together with sign-ins, so that an open session gives no further tries to guess a password.
      const remove = () => deleteAccount(deps, session, proof);
      if ('code' in proof) await withLoginCode(deps, { limits, form: { ...proof, email }, visitor }, remove);
      else await limits.limited(passwordTry(email, visitor), remove);
      return reply.status(204).send();
    },
  );
}

/** The routes with which an operator acts at a person's request. */
function registerDataOf(app: App, deps: Deps) {
  app.post(
    '/accounts/export',
    {
      config: { policy: 'any operator' },
      schema: { body: accountRequestSchema.pick({ email: true }), response: { 200: one(exportSchema) } },
    },
    async (request) => {
      const session = allow(request, {});
      return { data: await exportAccountOf(deps, session, request.body.email) };
    },
  );

  app.post(
    '/accounts/deletion',
    { config: { policy: 'any operator' }, schema: { body: accountRequestSchema, response: { 204: noContent } } },
    async (request, reply) => {
      const session = allow(request, {});
      const { email, dry_run: isDryRun } = request.body;
      await deleteAccountOf(deps, { session, email, isDryRun });
      return reply.status(204).send();
    },
  );

  app.post(
    '/accounts/second-factor-reset',
    {
      config: { policy: 'any operator' },
      schema: { body: accountRequestSchema, response: { 200: one(z.object({ had_second_factor: z.boolean() })) } },
    },
    async (request) => {
      const session = allow(request, {});
      const { email, dry_run: isDryRun } = request.body;
      if (!isDryRun) requireRecentProof(request);
      const had_second_factor = await resetSecondFactor(deps, { session, email, isDryRun });
      if (!isDryRun) await sendFactorEmail(deps, email, 'reset');
      return { data: { had_second_factor } };
    },
  );
}
