/** Serves the people of a workplace: the members of a vendor, the operators of a venue, invitations to become one, and the audit log. */

import { noContent } from 'core/http/bodies';
import { idParameter } from 'core/http/id-parameter';
import type { App } from 'core/http/scope';
import { requireUser } from 'core/http/session';
import { requireRecentProof } from 'core/policy/recent-proof';
import { allow } from 'core/policy/require-policies';
import {
  emailSchema,
  idSchema,
  invitationSchema,
  inviteMemberSchema,
  inviteOperatorSchema,
  many,
  memberSchema,
  one,
  roleChangeSchema,
  sentInvitationSchema,
  userSchema,
  venueAuditSchema,
  venueProofsSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule, Deps } from '../../deps';
import { auditPage } from '../audit/audit.query';
import { acceptInvitation, invite, readInvitation, revokeInvitation } from './invitations.commands';
import { openInvitationsOf } from './invitations.repository';
import { changeRole, removeMember } from './members.commands';
import { membersOf } from './members.repository';
import { addSiteOperator, removeSiteOperator, siteOperatorsOf } from './site-operators';
import { changeVenueProofs, readVenueProofs } from './venue-proofs';
import { vendorPlace } from './workplace';

const params = z.object({ id: idParameter });
const memberParams = z.object({ id: idParameter, userId: idParameter });
const invitationParams = z.object({ id: idParameter, invitationId: idParameter });
const tokenParams = z.object({ token: z.string().max(100) });
/** The query for a page: `limit` entries after the entry `after`, which is the last of the previous page. */
const auditQuery = z.object({
  after: idParameter.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /** What the changes are about: first words of actions, separated by commas. */
  kinds: z
    .string()
    .max(400)
    .regex(/^[a-z-]+(,[a-z-]+)*$/)
    .optional(),
});

export const peopleModule: ApiModule = (app, deps) => {
  registerVendors(app, deps);
  registerVenues(app, deps);
  registerInvitation(app, deps);
  registerSite(app, deps);
};

const owner = { policy: 'owner' } as const;
const operator = { policy: 'operator' } as const;
const siteOperator = { policy: 'site operator' } as const;
const siteOperatorSchema = z.object({ id: idSchema, name: z.string(), email: z.string() });

function registerVendors(app: App, deps: Deps): void {
  app.get(
    '/vendors/:id/members',
    { config: owner, schema: { params, response: { 200: many(memberSchema) } } },
    async (request) => {
      allow(request, { vendorId: request.params.id });
      return { data: await membersOf(deps.db, await vendorPlace(deps.db, request.params.id)) };
    },
  );

  app.put(
    '/vendors/:id/members/:userId',
    { config: owner, schema: { params: memberParams, body: roleChangeSchema, response: { 200: one(memberSchema) } } },
    async (request) => {
      const session = allow(request, { vendorId: request.params.id });
      requireRecentProof(request);
      const place = await vendorPlace(deps.db, request.params.id);
      const { role } = request.body;
      return { data: await changeRole(deps, { session, place, userId: request.params.userId, role }) };
    },
  );

  app.delete(
    '/vendors/:id/members/:userId',
    { config: owner, schema: { params: memberParams, response: { 204: noContent } } },
    async (request, reply) => {
      const session = allow(request, { vendorId: request.params.id });
      requireRecentProof(request);
      const place = await vendorPlace(deps.db, request.params.id);
      await removeMember(deps, { session, place, userId: request.params.userId });
      return reply.status(204).send();
    },
  );

  app.get(
    '/vendors/:id/invitations',
    { config: owner, schema: { params, response: { 200: many(sentInvitationSchema) } } },
    async (request) => {
      allow(request, { vendorId: request.params.id });
      return { data: await openInvitationsOf(deps.db, await vendorPlace(deps.db, request.params.id)) };
    },
  );

  app.post(
    '/vendors/:id/invitations',
    { config: owner, schema: { params, body: inviteMemberSchema, response: { 201: one(sentInvitationSchema) } } },
    async (request, reply) => {
      const session = allow(request, { vendorId: request.params.id });
      requireRecentProof(request);
      const place = await vendorPlace(deps.db, request.params.id);
      return reply.status(201).send({ data: await invite(deps, { session, place, ...request.body }) });
    },
  );

  app.delete(
    '/vendors/:id/invitations/:invitationId',
    { config: owner, schema: { params: invitationParams, response: { 204: noContent } } },
    async (request, reply) => {
      const session = allow(request, { vendorId: request.params.id });
      const place = await vendorPlace(deps.db, request.params.id);
      await revokeInvitation(deps, { session, place, invitationId: request.params.invitationId });
      return reply.status(204).send();
    },
  );
}

function registerVenues(app: App, deps: Deps): void {
  app.get(
    '/venues/:id/operators',
    { config: operator, schema: { params, response: { 200: many(memberSchema) } } },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      return { data: await membersOf(deps.db, { venueId, vendorId: null }) };
    },
  );

  app.delete(
    '/venues/:id/operators/:userId',
    { config: operator, schema: { params: memberParams, response: { 204: noContent } } },
    async (request, reply) => {
      const { id: venueId, userId } = request.params;
      const session = allow(request, { venueId });
      requireRecentProof(request);
      await removeMember(deps, { session, place: { venueId, vendorId: null }, userId });
      return reply.status(204).send();
    },
  );

  app.get(
    '/venues/:id/invitations',
    { config: operator, schema: { params, response: { 200: many(sentInvitationSchema) } } },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      return { data: await openInvitationsOf(deps.db, { venueId, vendorId: null }) };
    },
  );

  app.post(
    '/venues/:id/invitations',
    { config: operator, schema: { params, body: inviteOperatorSchema, response: { 201: one(sentInvitationSchema) } } },
    async (request, reply) => {
      const venueId = request.params.id;
      const session = allow(request, { venueId });
      requireRecentProof(request);
      const { email } = request.body;
      const place = { venueId, vendorId: null };
      return reply.status(201).send({ data: await invite(deps, { session, place, email, role: 'operator' }) });
    },
  );

  app.delete(
    '/venues/:id/invitations/:invitationId',
    { config: operator, schema: { params: invitationParams, response: { 204: noContent } } },
    async (request, reply) => {
      const { id: venueId, invitationId } = request.params;
      const session = allow(request, { venueId });
      await revokeInvitation(deps, { session, place: { venueId, vendorId: null }, invitationId });
      return reply.status(204).send();
    },
  );

  app.get(
    '/venues/:id/proofs',
    { config: operator, schema: { params, response: { 200: one(venueProofsSchema) } } },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      return { data: await readVenueProofs(deps.db, venueId) };
    },
  );

  app.put(
    '/venues/:id/proofs',
    { config: operator, schema: { params, body: venueProofsSchema, response: { 200: one(venueProofsSchema) } } },
    async (request) => {
      const venueId = request.params.id;
      const session = allow(request, { venueId });
      requireRecentProof(request);
      return { data: await changeVenueProofs(deps, { session, venueId, proofs: request.body }) };
    },
  );

  app.get(
    '/venues/:id/audit',
    { config: operator, schema: { params, querystring: auditQuery, response: { 200: venueAuditSchema } } },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      const { after = null, limit, kinds } = request.query;
      return auditPage(deps.db, { venueId, kinds: kinds?.split(',') ?? [], after, limit });
    },
  );
}

function registerInvitation(app: App, deps: Deps): void {
  app.get(
    '/invitations/:token',
    { config: { policy: 'link' }, schema: { params: tokenParams, response: { 200: one(invitationSchema) } } },
    async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      return { data: await readInvitation(deps, request.params.token) };
    },
  );

  app.post(
    '/invitations/:token/accept',
    { config: { policy: 'signed in' }, schema: { params: tokenParams, response: { 200: one(userSchema) } } },
    async (request) => ({ data: await acceptInvitation(deps, requireUser(request), request.params.token) }),
  );
}

/** Registers the routes for the operators of the site itself. */
function registerSite(app: App, deps: Deps): void {
  app.get(
    '/site-operators',
    { config: siteOperator, schema: { response: { 200: many(siteOperatorSchema) } } },
    async (request) => {
      allow(request, {});
      return { data: await siteOperatorsOf(deps.db) };
    },
  );

  app.post(
    '/site-operators',
    {
      config: siteOperator,
      schema: { body: z.object({ email: emailSchema }), response: { 201: one(siteOperatorSchema) } },
    },
    async (request, reply) => {
      const session = allow(request, {});
      requireRecentProof(request);
      return reply.status(201).send({ data: await addSiteOperator(deps, session, request.body.email) });
    },
  );

  app.delete(
    '/site-operators/:userId',
    { config: siteOperator, schema: { params: z.object({ userId: idParameter }), response: { 204: noContent } } },
    async (request, reply) => {
      const session = allow(request, {});
      requireRecentProof(request);
      await removeSiteOperator(deps, session, request.params.userId);
      return reply.status(204).send();
    },
  );
}
