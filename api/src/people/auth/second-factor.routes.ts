/** The routes of second factors: the second step of a sign-in, proofs, and the factors of a person's own account. */
import { noContent } from 'core/http/bodies';
import { idParameter } from 'core/http/id-parameter';
import type { App } from 'core/http/scope';
import { requireUser, type Session } from 'core/http/session';
import { requireRecentProof } from 'core/policy/recent-proof';
import type { FastifyRequest } from 'fastify';
import {
  addedFactorSchema,
  authenticatorOptionsSchema,
  factorAnswerSchema,
  factorQuestionSchema,
  newAuthenticatorSchema,
  newPasskeySchema,
  one,
  passkeyOptionsSchema,
  proofSchema,
  recoveryCodesSchema,
  secondFactorsSchema,
  signedInSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { Deps } from '../../deps';
import {
  addAuthenticator,
  addPasskey,
  removeFactor,
  renewRecoveryCodes,
  startAuthenticator,
  startPasskey,
} from '../factors/change-factors.commands';
import { factorsOf, isFactorRequired, presentFactor } from '../factors/factors.repository';
import { hasPasskeys } from '../factors/passkeys';
import { recoveryCodesLeft } from '../factors/recovery-codes';
import type { AttemptLimits } from './attempt-limits';
import type { KnownDevices } from './known-devices';
import { proveEmail } from './prove-email.command';
import { askProof, finishSignIn, prove } from './second-step.commands';
import { sendFactorEmail } from './send-factor-email';

interface Guards {
  limits: AttemptLimits;
  devices: KnownDevices;
}

const config = { policy: 'signed in' } as const;

export function registerSecondFactor(app: App, deps: Deps, guards: Guards): void {
  registerProofs(app, deps, guards);
  registerOwnFactors(app, deps);
}

function registerProofs(app: App, deps: Deps, { limits, devices }: Guards): void {
  app.post(
    '/login/second-factor',
    { config: { policy: 'public' }, schema: { body: factorAnswerSchema, response: { 200: signedInSchema } } },
    async (request, reply) => {
      const visitorOf = (email: string) => devices.visitorOf(request, email);
      const { signedIn, hasUsedRecoveryCode } = await finishSignIn(deps, { limits, visitorOf }, request.body);
      const { email } = signedIn.data;
      if (hasUsedRecoveryCode) await sendFactorEmail(deps, email, 'code-used');
      await devices.remember(request, reply, email);
      return reply.header('cache-control', 'no-store').send(signedIn);
    },
  );

  app.post(
    '/me/proof/question',
    { config, schema: { response: { 200: one(factorQuestionSchema) } } },
    async (request) => ({
      data: await askProof(deps, requireUser(request)),
    }),
  );

  app.post(
    '/me/proof',
    { config, schema: { body: proofSchema, response: { 204: noContent } } },
    async (request, reply) => {
      const session = requireUser(request);
      const { email } = session.user;
      const { email_code, ...answer } = request.body;
      const guard = { limits, visitor: await devices.visitorOf(request, email) };
      if (email_code) {
        await proveEmail(deps, guard, { session, token: answer.token, ...email_code });
      } else if (await prove(deps, guard, { session, answer })) {
        await sendFactorEmail(deps, email, 'code-used');
      }
      return reply.status(204).send();
    },
  );
}

function registerOwnFactors(app: App, deps: Deps): void {
  const { db } = deps;

  app.get('/me/second-factor', { config, schema: { response: { 200: one(secondFactorsSchema) } } }, async (request) => {
    const { id } = requireUser(request).user;
    return {
      data: {
        factors: (await factorsOf(db, id)).map(presentFactor),
        recovery_codes_left: await recoveryCodesLeft(db, id),
        is_required: await isFactorRequired(db, id),
        has_passkeys: hasPasskeys(deps.config),
      },
    };
  });

  app.post(
    '/me/second-factor/passkeys/options',
    { config, schema: { response: { 200: one(passkeyOptionsSchema) } } },
    async (request) => ({ data: { options: await startPasskey(deps, await requireOwner(deps, request)) } }),
  );

  app.post(
    '/me/second-factor/passkeys',
    { config, schema: { body: newPasskeySchema, response: { 201: one(addedFactorSchema) } } },
    async (request, reply) => {
      const session = await requireOwner(deps, request);
      const data = await addPasskey(deps, session, request.body);
      await sendFactorEmail(deps, session.user.email, 'added');
      return reply.status(201).send({ data });
    },
  );

  app.post(
    '/me/second-factor/authenticators/options',
    { config, schema: { response: { 200: one(authenticatorOptionsSchema) } } },
    async (request) => ({ data: await startAuthenticator(deps, await requireOwner(deps, request)) }),
  );

  app.post(
    '/me/second-factor/authenticators',
    { config, schema: { body: newAuthenticatorSchema, response: { 201: one(addedFactorSchema) } } },
    async (request, reply) => {
      const session = await requireOwner(deps, request);
      const data = await addAuthenticator(deps, session, request.body);
      await sendFactorEmail(deps, session.user.email, 'added');
      return reply.status(201).send({ data });
    },
  );

  app.delete(
    '/me/second-factor/:id',
    { config, schema: { params: z.object({ id: idParameter }), response: { 204: noContent } } },
    async (request, reply) => {
      const session = await requireOwner(deps, request);
      await removeFactor(deps, session, request.params.id);
      await sendFactorEmail(deps, session.user.email, 'removed');
      return reply.status(204).send();
    },
  );

  app.post(
    '/me/second-factor/recovery-codes',
    { config, schema: { response: { 200: one(recoveryCodesSchema) } } },
    async (request) => {
      const session = await requireOwner(deps, request);
      const recovery_codes = await renewRecoveryCodes(deps, session);
      await sendFactorEmail(deps, session.user.email, 'codes-made');
      return { data: { recovery_codes } };
    },
  );
}

/**
 * Requires the owner of the account before its factors change: a recent proof, also of an account without a factor, and a confirmed email.
 * Otherwise a stranger who registered the address in advance could lock its owner out.
 * @throws ApiError 403 PROOF_REQUIRED
 */
async function requireOwner({ db }: Deps, request: FastifyRequest): Promise<Session> {
  const session = requireUser(request);
  const account = await db
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', session.user.id)
    .executeTakeFirst();
  const isProofRecent =
    session.isProofRecent === true && (session.hasSecondFactor || account?.email_confirmed_at != null);
  requireRecentProof({ session: { ...session, isProofRecent } }, { isForEveryone: true });
  return session;
}
