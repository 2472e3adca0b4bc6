import { AttemptCounts } from 'core/attempt-counts';
import { invalid } from 'core/errors';
import { noContent } from 'core/http/bodies';
import { networksOf } from 'core/http/client-address';
import { requireUser } from 'core/http/session';
import { readSiteConfig } from 'core/site-config';
import { Rounds } from 'core/workers';
import {
  factorAskedSchema,
  forgotPasswordSchema,
  loginCodeSchema,
  loginSchema,
  messageSchema,
  registerSchema,
  resetPasswordSchema,
  signedInSchema,
  verifyLoginCodeSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { sendSoon } from '../../messages/mail/send-soon';
import { t } from '../../words';
import { AttemptLimits, codeRequest, codeTry, passwordTry, resetRequest } from './attempt-limits';
import { login, logout, register, removeExpiredResets, resetPassword, sendReset } from './auth.commands';
import { KnownDevices } from './known-devices';
import { logInByCode, newLoginCode, removeOldCodes, withLoginCode } from './login-codes';
import { registerSecondFactor } from './second-factor.routes';

const PRUNE_MS = 600_000;

export const authModule: ApiModule = async (app, deps) => {
  const { flags } = await readSiteConfig(deps.config);
  const counts = new AttemptCounts(deps.db, deps.clock);
  const limits = new AttemptLimits(counts, deps.log);
  const devices = new KnownDevices(deps);
  deps.workers.add(new Rounds({ name: 'counts', everyMs: PRUNE_MS, log: deps.log, run: () => counts.prune() }));

  app.post(
    '/register',
    { config: { policy: 'public' }, schema: { body: registerSchema, response: { 201: signedInSchema } } },
    async (request, reply) => {
      if (flags.phone && !request.body.phone) throw invalid({ phone: [t('Phone is required')] });
      const { email } = request.body;
      const attempt = { kind: 'register', email, networks: networksOf(request.ip) };
      const signedIn = await limits.limited(attempt, () => register(deps, request.body));
      await devices.remember(request, reply, email);
      return reply.status(201).header('cache-control', 'no-store').send(signedIn);
    },
  );

  app.post(
    '/login',
    {
      config: { policy: 'public' },
      schema: { body: loginSchema, response: { 200: signedInSchema, 202: factorAskedSchema } },
    },
    async (request, reply) => {
      const { email } = request.body;
      const visitor = await devices.visitorOf(request, email);
      const result = await limits.limited(passwordTry(email, visitor), () => login(deps, request.body));
      reply.header('cache-control', 'no-store');
      if ('second_factor' in result) return reply.status(202).send(result);
      await devices.remember(request, reply, email);
      return reply.status(200).send(result);
    },
  );

  app.post(
    '/login/code',
    { config: { policy: 'public' }, schema: { body: loginCodeSchema, response: { 202: messageSchema } } },
    async (request, reply) => {
      await removeOldCodes(deps);
      const { email } = request.body;
      const visitor = await devices.visitorOf(request, email);
      // Once all tries are used up, a new code could not be entered, so none is sent.
      await limits.refuseUsedUp(codeTry(email, visitor));
      await limits.count(codeRequest(email, visitor));
      const send = await newLoginCode(deps, request.body);
      sendSoon(deps, 'login code email', send);
      const message = t('We have sent a code of six digits to this address. It works for 10 minutes.');
      return reply.status(202).send({ message });
    },
  );

  app.post(
    '/login/code/verify',
    {
      config: { policy: 'public' },
      schema: { body: verifyLoginCodeSchema, response: { 200: signedInSchema, 202: factorAskedSchema } },
    },
    async (request, reply) => {
      const form = request.body;
      const attempt = { limits, form, visitor: await devices.visitorOf(request, form.email) };
      const result = await withLoginCode(deps, attempt, () => logInByCode(deps, form));
      reply.header('cache-control', 'no-store');
      if ('second_factor' in result) return reply.status(202).send(result);
      await devices.remember(request, reply, form.email);
      return reply.status(200).send(result);
    },
  );

  registerSecondFactor(app, deps, { limits, devices });

  app.post(
    '/logout',
    { config: { policy: 'signed in' }, schema: { response: { 204: noContent } } },
    async (request, reply) => {
      await logout(deps, requireUser(request));
      return reply.status(204).send();
    },
  );

  app.post(
    '/forgot-password',
    { config: { policy: 'public' }, schema: { body: forgotPasswordSchema, response: { 200: messageSchema } } },
    async (request) => {
      const { email } = request.body;
      // This comes first, because a request that fails here sends no email and does not count.
      await removeExpiredResets(deps);
      // Every other request counts, because each sends an email.
      await limits.count(resetRequest(email, await devices.visitorOf(request, email)));
      // This is not awaited, so that an address with an account takes no longer than one without.
      deps.workers.run('password reset', () => sendReset(deps, email));
      return { message: t('If there is an account with this email, we have sent it a link to reset the password.') };
    },
  );

  app.post(
    '/password-reset/:token',
    {
      config: { policy: 'link' },
      schema: {
        params: z.object({ token: z.string() }),
        body: resetPasswordSchema,
        response: { 200: messageSchema },
      },
    },
    async (request, reply) => {
      const { body, params } = request;
      // The token cannot be guessed. A count by email would let a stranger block the owner's reset.
      await limits.limited({ kind: 'reset', networks: networksOf(request.ip) }, () =>
        resetPassword(deps, { ...body, token: params.token }),
      );
      await devices.remember(request, reply, body.email);
      return { message: t('Your password has been reset. You can log in with the new one.') };
    },
  );
};
