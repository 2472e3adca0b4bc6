import type { FastifyRequest } from 'fastify';
import {
  forgotPasswordSchema,
  loginSchema,
  messageSchema,
  registerSchema,
  resetPasswordSchema,
  signedInSchema,
} from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../api-module';
import { ApiError, invalid } from '../../errors';
import { guarded, requireUser } from '../../plugins/session';
import { readSiteConfig } from '../../site/site-config';
import { login, logout, register, resetPassword, sendReset } from './auth.commands';
import { FailureLimit } from './failure-limit';

const WINDOW_MS = 15 * 60_000;
/** Strict: an account is one person's. */
const PER_EMAIL = 5;
/** Loose: a hall's guests share one address. */
const PER_ADDRESS = 200;

export const authModule: ApiModule = async (app, deps) => {
  const { flags } = await readSiteConfig(deps.config);
  const now = () => deps.clock.now();
  const byEmail = new FailureLimit(PER_EMAIL, WINDOW_MS, now);
  const byAddress = new FailureLimit(PER_ADDRESS, WINDOW_MS, now);

  /** Counts the attempt as a failure of both, unless `work` succeeds, or fails for a reason of ours. */
  async function limited<T>(kind: string, request: FastifyRequest, email: string, work: () => Promise<T>): Promise<T> {
    byAddress.take(request.ip);
    byEmail.take(`${kind} ${email}`);
    try {
      const result = await work();
      byAddress.giveBack(request.ip);
      byEmail.clear(`${kind} ${email}`);
      return result;
    } catch (error) {
      if (!(error instanceof ApiError && error.status < 500)) {
        byAddress.giveBack(request.ip);
        byEmail.giveBack(`${kind} ${email}`);
      }
      throw error;
    }
  }

  app.post(
    '/register',
    { schema: { body: registerSchema, response: { 201: signedInSchema } } },
    async (request, reply) => {
      if (flags.phone && !request.body.phone) throw invalid({ phone: ['Phone is required'] });
      const signedIn = await limited('register', request, request.body.email, () => register(deps, request.body));
      return reply.status(201).header('cache-control', 'no-store').send(signedIn);
    },
  );

  app.post('/login', { schema: { body: loginSchema, response: { 200: signedInSchema } } }, async (request, reply) => {
    const signedIn = await limited('login', request, request.body.email, () => login(deps, request.body));
    return reply.header('cache-control', 'no-store').send(signedIn);
  });

  app.post('/logout', { onRequest: guarded }, async (request, reply) => {
    await logout(deps, requireUser(request));
    return reply.status(204).send();
  });

  app.post(
    '/forgot-password',
    { schema: { body: forgotPasswordSchema, response: { 200: messageSchema } } },
    async (request) => {
      // Every request counts: each of them sends a letter.
      byAddress.take(request.ip);
      byEmail.take(`forgot ${request.body.email}`);
      const { email } = request.body;
      // Not awaited, so that an address with an account takes no longer than one without.
      deps.workers.run('password reset letter', () => sendReset(deps, email));
      return { message: 'If there is an account with this email, we have sent it a link to reset the password.' };
    },
  );

  app.post(
    '/password-reset/:token',
    {
      schema: {
        params: z.object({ token: z.string() }),
        body: resetPasswordSchema,
        response: { 200: messageSchema },
      },
    },
    async (request) => {
      const { body, params } = request;
      // The token cannot be guessed; counting per email would let a stranger block somebody's reset.
      byAddress.take(request.ip);
      await resetPassword(deps, { ...body, token: params.token });
      byAddress.giveBack(request.ip);
      return { message: 'Your password has been reset. You can log in with the new one.' };
    },
  );
};
