import type { Config } from 'core/config';
import { noContent } from 'core/http/bodies';
import type { App } from 'core/http/scope';
import { requireUser } from 'core/http/session';
import { readSiteConfig } from 'core/site-config';
import { one, pushEndpointSchema, pushKeySchema, pushSubscriptionSchema } from 'shared-contracts/schemas';
import { removeSubscription, storeSubscription } from './push.repository';
import { handlePushes, type PushDeps } from './push-sender';
import { readVapidKeys } from './vapid-keys';

/**
 * GET /push/key → {data: {public_key}}. POST /push/subscriptions {endpoint, keys: {p256dh, auth}} → 204, also if it is stored already. DELETE
 * /push/subscriptions {endpoint} → 204, also if it does not exist. A subscription ends with its session, so a logout removes it.
 */
export const pushModule = async (app: App, deps: PushDeps & { config: Config }): Promise<void> => {
  const keys = await readVapidKeys(deps.db, deps.config);
  handlePushes({ deps, keys, subject: deps.config.push.subject, site: await readSiteConfig(deps.config) });

  app.get(
    '/push/key',
    { config: { policy: 'signed in' }, schema: { response: { 200: one(pushKeySchema) } } },
    async () => ({
      data: { public_key: keys.publicKey },
    }),
  );

  app.post(
    '/push/subscriptions',
    { config: { policy: 'signed in' }, schema: { body: pushSubscriptionSchema, response: { 204: noContent } } },
    async (request, reply) => {
      await storeSubscription(deps.db, requireUser(request), request.body);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/push/subscriptions',
    { config: { policy: 'signed in' }, schema: { body: pushEndpointSchema, response: { 204: noContent } } },
    async (request, reply) => {
      await removeSubscription(deps.db, requireUser(request), request.body.endpoint);
      return reply.code(204).send();
    },
  );
};
