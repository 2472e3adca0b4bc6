import { meSchema, one, profileSchema, userSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../api-module';
import { requireUser } from '../../plugins/session';
import { presentUser } from '../auth/user.presenter';
import { presentOrder } from '../orders/order.presenter';
import { latestOrdersOfUser } from '../orders/order.repository';

const LATEST_ORDERS = 50;

export const accountModule: ApiModule = (app, { db }) => {
  app.get(
    '/me',
    {
      config: { policy: 'signed in' },
      schema: {
        // Sent by every client and of no consequence: the account is one person's in either context.
        querystring: z.object({ context: z.string().max(200).optional() }),
        response: { 200: one(meSchema) },
      },
    },
    async (request) => {
      const userId = requireUser(request).user.id;
      const user = await presentUser(db, userId);
      const orders = await latestOrdersOfUser(db, userId, LATEST_ORDERS);
      return { data: { ...user, orders: { data: orders.map(presentOrder) } } };
    },
  );

  app.put(
    '/me',
    { config: { policy: 'signed in' }, schema: { body: profileSchema, response: { 200: one(userSchema) } } },
    async (request) => {
      const userId = requireUser(request).user.id;
      await db.updateTable('users').set({ name: request.body.name }).where('id', '=', userId).execute();
      return { data: await presentUser(db, userId) };
    },
  );
};
