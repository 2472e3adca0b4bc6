/** The number of a person, what the service of the text messages reports, and what the messages of a hall cost. */
import { AttemptCounts } from 'core/attempt-counts';
import { ApiError, notFound } from 'core/errors';
import { noContent } from 'core/http/bodies';
import { networksOf } from 'core/http/client-address';
import { idParameter } from 'core/http/id-parameter';
import { type App, addModule, named } from 'core/http/scope';
import { requireUser } from 'core/http/session';
import { readForms } from 'core/http/utf8-bodies';
import { allow } from 'core/policy/require-policies';
import { readSiteConfig } from 'core/site-config';
import type { FastifyRequest } from 'fastify';
import { newPhoneSchema, one, phoneCodeSchema, phoneSchema, venueTextMessagesSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import { isSignedBy } from './callback-signature.rules';
import { handleDoneTexts } from './done-text.handler';
import { confirmPhone, phoneOf, removePhone, requestCode } from './phones';
import { type Form, storeInbound, storeReport } from './reports';
import type { SmsDeps, SmsServices } from './sms-deps';
import { venueTextMessages } from './venue-text-messages.query';

const MOST_BODY = 16 * 1024;

export const smsModule = async (app: App, services: SmsServices): Promise<void> => {
  const { product } = await readSiteConfig(services.config);
  const deps: SmsDeps = { ...services, product, counts: new AttemptCounts(services.db, services.clock) };
  handleDoneTexts(deps);
  registerPhone(app, deps);
  registerCosts(app, deps);
  await addModule(app, named('sms callbacks', registerCallbacks), deps);
};

function registerPhone(app: App, deps: SmsDeps): void {
  const response = { 200: one(phoneSchema) };
  app.get('/me/phone', { config: { policy: 'signed in' }, schema: { response } }, async (request) => ({
    data: await phoneOf(deps, requireUser(request).user.id),
  }));

  app.post(
    '/me/phone',
    { config: { policy: 'signed in' }, schema: { body: newPhoneSchema, response } },
    async (request) => {
      const userId = requireUser(request).user.id;
      const { number } = request.body;
      return { data: await requestCode(deps, { userId, number, networks: networksOf(request.ip) }) };
    },
  );

  app.post(
    '/me/phone/confirm',
    { config: { policy: 'signed in' }, schema: { body: phoneCodeSchema, response } },
    async (request) => ({ data: await confirmPhone(deps, requireUser(request).user.id, request.body.code) }),
  );

  app.delete(
    '/me/phone',
    { config: { policy: 'signed in' }, schema: { response: { 204: noContent } } },
    async (request, reply) => {
      await removePhone(deps.db, requireUser(request).user.id);
      return reply.status(204).send();
    },
  );
}

function registerCosts(app: App, deps: SmsDeps): void {
  const params = z.object({ id: idParameter });
  app.get(
    '/venues/:id/text-messages',
    { config: { policy: 'operator' }, schema: { params, response: { 200: one(venueTextMessagesSchema) } } },
    async (request) => {
      const venueId = request.params.id;
      allow(request, { venueId });
      return { data: await venueTextMessages(deps, venueId) };
    },
  );
}

/** The service defines the fields. */
const formSchema = z.record(z.string(), z.string());
const FORM = ['application/x-www-form-urlencoded'];

/** A signature covers all fields and the address. A 204 replies nothing to the number. */
function registerCallbacks(app: App, deps: SmsDeps): void {
  readForms(app, MOST_BODY);
  const response = { 204: noContent };

  app.post(
    '/sms/status',
    {
      config: { policy: 'webhook' },
      schema: { querystring: z.object({ id: idParameter }), body: formSchema, consumes: FORM, response },
    },
    async (request, reply) => {
      await storeReport(deps, request.query.id, signedForm(deps, request, request.body));
      return reply.status(204).send();
    },
  );

  app.post(
    '/sms/inbound',
    { config: { policy: 'webhook' }, schema: { body: formSchema, consumes: FORM, response } },
    async (request, reply) => {
      await storeInbound(deps, signedForm(deps, request, request.body));
      return reply.status(204).send();
    },
  );
}

/** @throws ApiError 404 where the site sends no text messages, 400 without a valid signature */
function signedForm({ config, log }: SmsDeps, request: FastifyRequest, fields: Form): Form {
  if (!config.sms) throw notFound();
  const signature = String(request.headers['x-twilio-signature'] ?? '');
  const url = `${config.siteUrl}${request.originalUrl}`;
  if (isSignedBy(config.sms.token, signature, { url, fields })) return fields;
  log.warn('sms: a report came with a bad signature. SITE_URL has to be the address that the service calls');
  throw new ApiError(400, 'BAD_SIGNATURE', 'The signature does not match.');
}
