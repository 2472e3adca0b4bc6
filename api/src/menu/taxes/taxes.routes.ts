/** The taxes that a venue has beside its own, and the tax of each item. */

import { conflictWith } from 'core/errors';
import { noContent } from 'core/http/bodies';
import { idParameter } from 'core/http/id-parameter';
import { allow } from 'core/policy/require-policies';
import {
  itemTaxChangeSchema,
  itemTaxSchema,
  many,
  one,
  taxCategoryChangeSchema,
  taxCategorySchema,
  taxesVersionSchema,
  vendorTaxesSchema,
  venueTaxesSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { vendorOf } from '../catalog/catalog.commands';
import { slugSchema } from '../documents/venue-document';
import { removeCategory, setCategory, setTaxOfItem } from './taxes.commands';
import { taxesOfVendor, taxesOfVenue } from './taxes.repository';

const byId = z.object({ id: idParameter });
const bySlug = z.object({ id: idParameter, slug: slugSchema });
const operator = { policy: 'operator' } as const;
const owner = { policy: 'owner' } as const;
/** The list with its version. */
const listSchema = many(taxCategorySchema).extend({ version: venueTaxesSchema.shape.version });
const changed = conflictWith(venueTaxesSchema);

export const taxesModule: ApiModule = (app, deps) => {
  const { db } = deps;

  app.get(
    '/venues/:id/tax-categories',
    { config: operator, schema: { params: byId, response: { 200: listSchema } } },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      const { version, categories } = await taxesOfVenue(db, venueId);
      return { data: categories, version };
    },
  );

  app.put(
    '/venues/:id/tax-categories/:slug',
    {
      config: operator,
      schema: {
        params: bySlug,
        body: taxCategoryChangeSchema,
        response: { 200: one(taxCategorySchema), 409: changed },
      },
    },
    async (request) => {
      const { id: venueId, slug } = request.params;
      const { user } = allow(request, { venueId });
      return { data: await setCategory(deps, { venueId, slug, actorId: user.id, ...request.body }) };
    },
  );

  app.delete(
    '/venues/:id/tax-categories/:slug',
    {
      config: operator,
      schema: { params: bySlug, querystring: taxesVersionSchema, response: { 204: noContent, 409: changed } },
    },
    async (request, reply) => {
      const { id: venueId, slug } = request.params;
      const { user } = allow(request, { venueId });
      await removeCategory(deps, { venueId, slug, actorId: user.id, version: request.query.version });
      return reply.status(204).send();
    },
  );

  app.get(
    '/vendors/:id/taxes',
    { config: owner, schema: { params: byId, response: { 200: one(vendorTaxesSchema) } } },
    async (request) => {
      const vendorId = request.params.id;
      allow(request, { vendorId });
      return { data: await taxesOfVendor(db, vendorId) };
    },
  );

  app.put(
    '/items/:id/tax',
    {
      config: owner,
      schema: {
        params: byId,
        body: itemTaxChangeSchema,
        response: { 200: one(itemTaxSchema), 409: conflictWith(itemTaxSchema) },
      },
    },
    async (request) => {
      const itemId = request.params.id;
      const vendorId = await vendorOf(db, 'items', itemId);
      const { user } = allow(request, { vendorId });
      const { tax_category_id, from } = request.body;
      return { data: await setTaxOfItem(deps, { itemId, vendorId, tax_category_id, from, actorId: user.id }) };
    },
  );
};
