import { conflictWith } from 'core/errors';
import { idParameter } from 'core/http/id-parameter';
import { idempotencyHeaders } from 'core/http/idempotency';
import { requireUser } from 'core/http/session';
import { allow } from 'core/policy/require-policies';
import { Turns } from 'core/turns';
import {
  addToCartSchema,
  cartReferenceSchema,
  cartSchema,
  itemSchema,
  many,
  one,
  quantityChangeSchema,
  tipChangeSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { CatalogPlaces } from '../../menu/catalog/catalog-places';
import { socketIdOf } from '../../messages/realtime/events';
import { t } from '../../words';
import { addToCart } from './add-to-cart.command';
import { ownCart } from './cart.policy';
import { presentCart } from './cart.presenter';
import { findNewCart, newCartsOf } from './cart.repository';
import { removeLine, setQuantity } from './change-line.command';
import { chooseTip } from './choose-tip.command';

const byId = z.object({ id: idParameter });
const cartResponse = { 200: one(cartSchema) };
const changedCartResponse = { ...cartResponse, 409: conflictWith(cartSchema) };

export const cartModule: ApiModule = (app, deps) => {
  const turns = new Turns();
  const places = new CatalogPlaces(deps.db, deps.clock);

  app.post(
    '/carts',
    {
      config: { policy: 'signed in' },
      schema: {
        body: addToCartSchema,
        headers: idempotencyHeaders,
        response: { 201: one(cartSchema), 409: conflictWith(itemSchema) },
      },
    },
    async (request, reply) => {
      const cart = await addToCart({ ...deps, places }, turns, {
        session: requireUser(request),
        wanted: request.body,
        idempotencyKey: request.headers['idempotency-key'] ?? null,
        socketId: socketIdOf(request),
      });
      return reply.status(201).send({ data: cart });
    },
  );

  app.get(
    '/carts/active',
    {
      config: { policy: 'self' },
      schema: {
        querystring: z.object({
          venue_id: idParameter,
          user_id: idParameter.optional(),
          state: z.literal('new').optional(),
        }),
        response: { 200: one(cartSchema.nullable()) },
      },
    },
    async (request) => {
      // The calls of the specification name the user. Without a name the caller is the user.
      const { user_id: userId = requireUser(request).user.id, venue_id } = request.query;
      allow(request, { userId }, { message: t('That is the cart of another user.') });
      const cart = await findNewCart(deps.db, userId, venue_id);
      return { data: cart && (await presentCart(deps.db, cart, deps.clock.now())) };
    },
  );

  app.get(
    '/carts/:id',
    { config: { policy: 'buyer' }, schema: { params: byId, response: cartResponse } },
    async (request) => {
      const cart = await ownCart(deps.db, requireUser(request), request.params.id);
      return { data: await presentCart(deps.db, cart, deps.clock.now()) };
    },
  );

  app.get(
    '/me/carts',
    {
      config: { policy: 'signed in' },
      schema: {
        querystring: z.object({ venue_id: idParameter.optional(), state: z.literal('new').optional() }),
        response: { 200: many(cartReferenceSchema) },
      },
    },
    async (request) => {
      const carts = await newCartsOf(deps.db, requireUser(request).user.id, request.query.venue_id);
      return { data: carts.map((cart) => ({ ...cart, state: 'new' as const })) };
    },
  );

  app.put(
    '/carts/:id/tip',
    {
      config: { policy: 'buyer' },
      schema: { params: byId, body: tipChangeSchema, response: changedCartResponse },
    },
    async (request) => {
      const input = { session: requireUser(request), cartId: request.params.id, socketId: socketIdOf(request) };
      return { data: await chooseTip(deps, { ...input, wanted: request.body }) };
    },
  );

  app.put(
    '/order-items/:id',
    {
      config: { policy: 'buyer' },
      schema: { params: byId, body: quantityChangeSchema, response: changedCartResponse },
    },
    async (request) => {
      const input = { session: requireUser(request), lineId: request.params.id, socketId: socketIdOf(request) };
      return { data: await setQuantity(deps, { ...input, quantity: request.body.quantity }) };
    },
  );

  app.delete(
    '/order-items/:id',
    { config: { policy: 'buyer' }, schema: { params: byId, response: changedCartResponse } },
    async (request) => {
      const input = { session: requireUser(request), lineId: request.params.id, socketId: socketIdOf(request) };
      return { data: await removeLine(deps, input) };
    },
  );
};
