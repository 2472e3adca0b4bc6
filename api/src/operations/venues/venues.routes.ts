/** The routes with which operators see and extend the venues of a site and their vendors. */

import { idParameter } from 'core/http/id-parameter';
import { requireUser } from 'core/http/session';
import { allow } from 'core/policy/require-policies';
import { deliveryMethodTypeSchema, idSchema, lineSchema, stripeAccountSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { vendorPlace } from '../../people/people/workplace';
import { t } from '../../words';
import { createVendor } from './create-vendor.command';
import { removeVendor } from './remove-vendor.command';
import { siteVenueIds } from './site-venues';
import { listOwnVenues } from './venues.repository';

const vendorSchema = z.object({
  id: idSchema,
  slug: z.string(),
  name: z.string(),
  /** `removed`: it is no longer on the venue's list. `paused`: it takes no orders, because of its switch or its hours. */
  state: z.enum(['open', 'paused', 'removed']),
});
const venuesSchema = z.object({
  data: z.array(
    z.object({
      id: idSchema,
      slug: z.string(),
      name: z.string(),
      state: z.enum(['open', 'closed', 'removed']),
      /** False for a site operator who is no operator of the hall: they can find and remove it, and not open its office. */
      is_operator: z.boolean(),
      vendors: z.array(vendorSchema),
    }),
  ),
});

const newVendorSchema = z.object({
  name: lineSchema
    .min(1, { error: () => t('Name is required') })
    .max(200, { error: () => t('Name should be at most 200 characters.') }),
  /** If left out, the stall gets the venue's usual delivery methods. */
  delivery_method_types: z.array(deliveryMethodTypeSchema).min(1).optional(),
  /** The account that Paystack pays. A venue with Paystack requires it. */
  subaccount_code: z.string().trim().min(1).max(100).optional(),
  /** The connected account that Stripe transfers to. */
  stripe_account: stripeAccountSchema.optional(),
  dry_run: z.boolean().default(false),
});

export const venuesModule: ApiModule = (app, deps) => {
  app.get(
    '/operated-venues',
    { config: { policy: 'any operator' }, schema: { response: { 200: venuesSchema } } },
    async (request) => {
      allow(request, {});
      const { venueIds, isSiteOperator } = requireUser(request);
      // A person who may remove a hall must be able to find it.
      const ids = isSiteOperator ? await siteVenueIds(deps.db) : venueIds;
      const venues = await listOwnVenues(deps.db, ids, deps.clock.now());
      return { data: venues.map((venue) => ({ ...venue, is_operator: venueIds.includes(venue.id) })) };
    },
  );

  app.post(
    '/venues/:id/vendors',
    {
      config: { policy: 'operator' },
      schema: {
        params: z.object({ id: idParameter }),
        body: newVendorSchema,
        response: { 201: z.object({ data: vendorSchema.omit({ id: true }).extend({ id: idSchema.nullable() }) }) },
      },
    },
    async (request, reply) => {
      const venueId = request.params.id;
      const { user } = allow(request, { venueId });
      const { dry_run: isDryRun, ...form } = request.body;
      const data = await createVendor(deps, { venueId, actorId: user.id, form, isDryRun });
      return reply.status(201).send({ data });
    },
  );

  app.delete(
    '/vendors/:id',
    {
      config: { policy: 'operator' },
      schema: {
        params: z.object({ id: idParameter }),
        querystring: z.object({ dry_run: z.enum(['true', 'false']).default('false') }),
        response: {
          200: z.object({
            data: z.object({ id: idSchema, name: z.string(), outcome: z.enum(['deleted', 'archived']) }),
          }),
        },
      },
    },
    async (request) => {
      const vendorId = request.params.id;
      const session = allow(request, { vendorId });
      const place = { ...(await vendorPlace(deps.db, vendorId)), vendorId };
      const isDryRun = request.query.dry_run === 'true';
      return { data: await removeVendor(deps, { session, place, isDryRun }) };
    },
  );
};
