/**
 * The desk: pages for the engineers of teams that show what is live. An engineer signs in with a release token, or in their own name with a
 * passkey. The release service makes the changes that they may make, as it does over HTTP. A site without a release service has no desk.
 */

import { type ApiError, forbidden, notFound } from 'core/errors';
import { htmlPage, noContent } from 'core/http/bodies';
import { toApiError } from 'core/http/error-handler';
import { idParameter } from 'core/http/id-parameter';
import { type App, named } from 'core/http/scope';
import { readForms } from 'core/http/utf8-bodies';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lineSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ReleasesModule } from '../deps';
import type { ReleaseStatus } from '../model/service';
import { windowRefusal } from '../overrides/own-window';
import { readReleaseSums } from '../reports/release-sums';
import { reportedErrorsOf } from '../reports/reported-errors';
import { requireIdentity } from '../service/callers';
import { identifyToken, type Refusal, type ReleaseIdentity } from '../service/identity';
import { identifyMember, isMember } from '../service/members/member-identity';
import { type ReleaseService, releaseServiceOf } from '../service/release-service';
import { runRefusal } from '../service/rights';
import { stagesOf } from '../service/stages/stages';
import { DESK, deskAddress } from './address';
import { approvePage } from './approve-page';
import { askedOf, CHANGES, type Change, confirmPage, subjectSchema, wishSchema } from './changes';
import { createDeskFrame, failurePage, signedInPage, signInPageWith } from './desk-frame';
import { type DeskSession, DeskSessions } from './desk-session';
import { passkeyFields } from './passkey-form';
import { NOT_ACCEPTED, PasskeyQuestions } from './passkey-questions';
import { ProviderSignIn } from './provider-sign-in';
import type { DeskContext } from './section';
import { SECTIONS } from './sections';
import { withdrawPage } from './withdraw-page';
import { listOf } from './words';

/** The most bytes of a form with a reason. */
const FORM_BYTES = 16 * 1024;
const FORM = ['application/x-www-form-urlencoded'];
const DAY_MS = 24 * 3_600_000;
const ONLY_PEOPLE = 'Only a person of the team can approve: sign in with a passkey.';
/** The purpose of a question for a passkey. */
const SIGN_IN = 'sign in';
const config = { policy: 'release token' } as const;
const PAGE = { 200: htmlPage };

/** The most characters of a reason. */
const MOST_REASON = 500;
const reasonSchema = lineSchema.min(1, 'Say why, for the log.').max(MOST_REASON, 'A reason is at most 500 characters.');
const formSchema = z.object({ form: z.string().max(100) });
const changeFormSchema = wishSchema.extend({ form: formSchema.shape.form, reason: z.string().default('') });

export const deskModule: ReleasesModule = async (app, deps) => {
  const service = releaseServiceOf(deps);
  if (!service) return;
  const frame = await createDeskFrame();
  const sessions = new DeskSessions(deps);
  const questions = new PasskeyQuestions(deps);
  const signInPage = async (problem: string | null, isOfToken = false) =>
    signInPageWith(problem, {
      isOfToken,
      asked: deps.accountPasskeys.isOffered ? await questions.ask(SIGN_IN, null) : null,
      provider: provider.name,
    });
  const provider = new ProviderSignIn(deps);
  const errors = reportedErrorsOf(deps);
  const signedIn = new WeakMap<FastifyRequest, DeskSession>();

  const sessionOf = (request: FastifyRequest): DeskSession => {
    const session = signedIn.get(request);
    if (!session) throw new Error(`${request.routeOptions.url} has no session of the desk`);
    return session;
  };
  const contextOf = ({ identity }: DeskSession): DeskContext => ({
    deps,
    service,
    identity,
    summaries: (days) => readReleaseSums(deps.db, new Date(deps.clock.now().getTime() - days * DAY_MS)),
    errors,
  });

  readForms(app, FORM_BYTES);

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
    const refusal = windowRefusal(request);
    if (refusal !== null) throw forbidden(refusal);
  });

  app.setErrorHandler<ApiError>((error, request, reply) => {
    const known = toApiError(error, request.id);
    if (known.status >= 500) request.log.error({ err: error }, 'desk: request failed');
    if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter));
    const session = signedIn.get(request) ?? null;
    return frame.send(reply.status(known.status), failurePage(titleOf(known), known.message, session));
  });

  async function teamOf(token: string): Promise<ReleaseIdentity | Refusal> {
    const found = await identifyToken(deps.db, deps.clock.now(), token);
    const refusal = 'refusal' in found ? null : runRefusal(found);
    return refusal === null ? found : { refusal };
  }

  /** Signs a browser in, and writes to the log who did. */
  async function open(
    reply: FastifyReply,
    identity: ReleaseIdentity,
    way: 'token' | 'passkey' | 'provider',
    passkeyId: number | null = null,
  ): Promise<void> {
    await sessions.open(reply, identity, passkeyId);
    await (service as ReleaseService).noteSignIn(identity, way);
  }

  async function signInWithPasskey(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: { question: string; answer: string },
  ): Promise<void> {
    const answered = await questions.answered(SIGN_IN, answer);
    const found = 'refusal' in answered ? answered : await identifyMember(deps.db, answered.userId, deps.clock.now());
    const person = await requireIdentity<ReleaseIdentity>(deps, request, found);
    await open(reply, person, 'passkey', 'refusal' in answered ? null : answered.passkeyId);
  }

  app.post(
    '/desk/sign-in',
    {
      config,
      schema: {
        consumes: FORM,
        body: z.object({ token: z.string().max(100).default(''), ...passkeyFields }),
        response: { 200: htmlPage, 303: noContent },
      },
    },
    async (request, reply) => {
      const { token, question, answer } = request.body;
      try {
        if (answer !== '') await signInWithPasskey(request, reply, { question, answer });
        else await open(reply, await requireIdentity(deps, request, await teamOf(token.trim())), 'token');
      } catch (error) {
        const { status, message, retryAfter } = toApiError(error as ApiError, request.id);
        if (status >= 500) throw error;
        if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
        return frame.send((reply as FastifyReply).status(status), await signInPage(message, answer === ''));
      }
      return reply.redirect(DESK, 303);
    },
  );

  const requireProvider = async () => {
    if (provider.name === null) throw notFound();
  };
  app.get(
    '/desk/provider',
    { config, onRequest: requireProvider, schema: { response: { 200: htmlPage, 302: noContent } } },
    async (_request, reply) => {
      const { address, cookie } = await provider.begin();
      return reply.header('set-cookie', cookie).redirect(address, 302);
    },
  );

  app.get(
    '/desk/provider/callback',
    { config, onRequest: requireProvider, schema: { querystring: z.looseObject({}), response: PAGE } },
    async (request, reply) => {
      const query = new URL(request.url, deps.config.siteUrl).search;
      const found = await provider.finish({ cookies: request.headers.cookie, query });
      const identity = 'refusal' in found ? found : await identifyMember(deps.db, found.userId, deps.clock.now());
      reply.header('set-cookie', provider.noCookie);
      if ('refusal' in identity)
        return frame.send((reply as FastifyReply).status(401), await signInPage(identity.refusal));
      await open(reply, identity, 'provider');
      // The session's cookie is only sent by a page of this site, which a redirect from the provider is not.
      return frame.send(reply.header('refresh', `0; url=${DESK}`), signedInPage());
    },
  );

  await app.register(
    named('signed-in desk', async (pages: App) => {
      pages.addHook('onRequest', async (request, reply) => {
        const session = await sessions.find(request.headers.cookie);
        if (session && typeof session === 'object') {
          signedIn.set(request, session);
          return;
        }
        const isChange = request.method === 'POST';
        const problem = session && `${session} Sign in again.${isChange ? ' Nothing was changed.' : ''}`;
        return frame.send(reply.status(401), await signInPage(problem));
      });

      for (const { path, name, query, render } of SECTIONS) {
        pages.get(
          `/desk${path}`,
          { config, schema: { querystring: query, response: PAGE } },
          async (request, reply) => {
            const session = sessionOf(request);
            const content = await render(contextOf(session), request.query);
            const outcome = await sessions.takeOutcome(session);
            return frame.send(reply, { title: name, content, session, path, outcome });
          },
        );
      }

      for (const change of CHANGES) addChange(pages, change);
      addApproval(pages);
      addWithdrawal(pages);

      pages.post(
        '/desk/sign-out',
        { config, schema: { consumes: FORM, body: formSchema, response: { 303: noContent } } },
        async (request, reply) => {
          const session = sessionOf(request);
          requireForm(session, request.body.form);
          await sessions.close(reply, session);
          return reply.redirect(DESK, 303);
        },
      );
    }),
  );

  function addApproval(pages: App): void {
    const stages = stagesOf(deps, service as ReleaseService);
    const purposeOf = (stage: number, { id }: DeskSession) => `approve ${stage} in ${id}`;

    pages.get(
      '/desk/approve',
      { config, schema: { querystring: z.object({ stage: idParameter }), response: PAGE } },
      async (request, reply) => {
        const session = sessionOf(request);
        const { identity, formToken } = session;
        const stage = await stages.find(request.query.stage);
        const refusal = isMember(identity) ? await stages.refusal(stage.id, identity) : ONLY_PEOPLE;
        const asked = refusal === null ? await questions.ask(purposeOf(stage.id, session), identity.userId) : null;
        const content = approvePage(stage, { refusal, asked, formToken });
        return frame.send(reply, { title: 'Approve', content, session, hasPasskey: asked !== null });
      },
    );

    pages.post(
      '/desk/approve',
      {
        config,
        schema: {
          consumes: FORM,
          body: formSchema.extend({ stage: idParameter, ...passkeyFields }),
          response: { 303: noContent },
        },
      },
      async (request, reply) => {
        const session = sessionOf(request);
        const { form, stage, question, answer } = request.body;
        requireForm(session, form);
        const { identity } = session;
        const finish = async (isRefused: boolean, sentence: string) => {
          await sessions.keepOutcome(session, { isRefused, sentence });
          return reply.redirect(deskAddress('/staged'), 303);
        };
        if (!isMember(identity)) return finish(true, ONLY_PEOPLE);
        const answered = await questions.answered(purposeOf(stage, session), { question, answer });
        const isOwn = !('refusal' in answered) && answered.userId === identity.userId;
        if (!isOwn) {
          const refusal = 'refusal' in answered ? answered.refusal : NOT_ACCEPTED;
          await stages.noteRefusedPasskey(stage, identity, refusal);
          return finish(true, `${refusal} Nothing was changed.`);
        }
        try {
          const { apps, missing } = await stages.approve(stage, identity);
          const names = listOf(apps);
          return await finish(
            false,
            missing === 0
              ? `${names} went live with your approval.`
              : `You approved ${names}. It goes live when another person has approved it too.`,
          );
        } catch (error) {
          return finish(true, sentenceOf(error, request));
        }
      },
    );
  }

  function addWithdrawal(pages: App): void {
    const stages = stagesOf(deps, service as ReleaseService);

    pages.get(
      '/desk/withdraw',
      { config, schema: { querystring: z.object({ stage: idParameter }), response: PAGE } },
      async (request, reply) => {
        const session = sessionOf(request);
        const stage = await stages.find(request.query.stage);
        const refusal = await stages.withdrawalRefusal(stage.id, session.identity);
        const content = withdrawPage(stage, { refusal, formToken: session.formToken });
        return frame.send(reply, { title: 'Withdraw', content, session });
      },
    );

    pages.post(
      '/desk/withdraw',
      {
        config,
        schema: {
          consumes: FORM,
          body: formSchema.extend({ stage: idParameter, reason: lineSchema.max(MOST_REASON).default('') }),
          response: { 303: noContent },
        },
      },
      async (request, reply) => {
        const session = sessionOf(request);
        const { form, stage, reason } = request.body;
        requireForm(session, form);
        const outcome = await stages.withdraw(stage, session.identity, reason || null).then(
          ({ apps }) => ({ isRefused: false, sentence: `The staged release of ${listOf(apps)} was withdrawn.` }),
          (error: unknown) => ({ isRefused: true, sentence: sentenceOf(error, request) }),
        );
        await sessions.keepOutcome(session, outcome);
        return reply.redirect(deskAddress('/staged'), 303);
      },
    );
  }

  function addChange(pages: App, change: Change): void {
    const { path } = change;
    const ask = async (
      reply: FastifyReply,
      session: DeskSession,
      asked: Awaited<ReturnType<typeof askedOf>>,
      problem: string | null = null,
    ) => {
      const options = { action: deskAddress(path), back: DESK, formToken: session.formToken, problem };
      const content = await confirmPage(change, asked, options);
      return frame.send(reply, { title: change.name, content, session });
    };

    pages.get(
      `/desk${path}`,
      { config, schema: { querystring: subjectSchema, response: PAGE } },
      async (request, reply) => {
        const session = sessionOf(request);
        return ask(reply, session, await askedOf(change, request.query, contextOf(session)));
      },
    );

    pages.post(
      `/desk${path}`,
      { config, schema: { consumes: FORM, body: changeFormSchema, response: { 303: noContent, 422: htmlPage } } },
      async (request, reply) => {
        const session = sessionOf(request);
        const { form, reason: given, ...wish } = request.body;
        requireForm(session, form);
        const reason = reasonSchema.safeParse(given);
        const context = contextOf(session);
        const finish = async (isRefused: boolean, sentence: string) => {
          await sessions.keepOutcome(session, { isRefused, sentence });
          return reply.redirect(DESK, 303);
        };
        // The release service logs the attempts that reach it.
        const refuse = async (sentence: string, release?: ReleaseStatus) => {
          const attempt = { kind: change.kind, identity: session.identity, app: wish.app, version: wish.version };
          const to = change.audience(release ?? wish);
          await context.service.noteRefusal({ ...attempt, to, source: { message: reason.data } }, sentence);
          return finish(true, sentence);
        };
        const asked = await askedOf(change, wish, context).catch((error: unknown) => sentenceOf(error, request));
        if (typeof asked === 'string') return refuse(asked);
        if (asked.release.version !== wish.version)
          return refuse(
            `${wish.app} is ${asked.release.version} now, and not ${wish.version} any more. Nothing was changed.`,
            asked.release,
          );
        if (!reason.success)
          return ask(reply.status(422), session, asked, reason.error.issues[0]?.message ?? 'Say why, for the log.');
        try {
          return await finish(false, await change.make(asked, wish, reason.data));
        } catch (error) {
          return finish(true, sentenceOf(error, request));
        }
      },
    );
  }
};

/**
 * Redirects from an address that is short enough to remember. The shell's service worker leaves this address alone, so a browser with a
 * worker gets there too.
 */
export const deskLinkModule: ReleasesModule = (app, deps) => {
  if (!releaseServiceOf(deps)) return;
  for (const address of ['/desk', '/desk/'])
    app.get(address, { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'no-store').redirect(DESK, 302),
    );
};

/** @returns the message of a refusal @throws any other error */
function sentenceOf(error: unknown, request: FastifyRequest): string {
  const { status, message } = toApiError(error as ApiError, request.id);
  if (status >= 500) throw error;
  return message;
}

/** @throws ApiError 403 for a form that another page made */
function requireForm({ formToken }: DeskSession, form: string): void {
  if (form !== formToken) throw forbidden('This form is of another session. Open the desk again.');
}

function titleOf({ status }: ApiError): string {
  if (status === 403) return 'Not allowed';
  if (status >= 500) return 'The desk cannot show this now';
  return 'This cannot be done';
}
