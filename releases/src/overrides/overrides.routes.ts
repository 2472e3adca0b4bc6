/**
 * Routes for overrides: a team's developer asks for a grant with the team's token, opens its address, and confirms it there. Only the pages
 * of that browser may then run the remote from the developer's computer.
 */

import { forbidden } from 'core/errors';
import { htmlPage, noContent } from 'core/http/bodies';
import { type App, named } from 'core/http/scope';
import { readForms } from 'core/http/utf8-bodies';
import { one, timeSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ReleasesDeps, ReleasesModule } from '../deps';
import { appNameSchema } from '../model/service';
import { releaseCallers } from '../service/callers';
import type { ReleaseIdentity } from '../service/identity';
import { runRefusal } from '../service/rights';
import type { BrowserOverrides } from './browser-grants';
import { OverrideGrants, overrideRefusal } from './override-grants';
import { createOverridePage } from './override-page';
import { OwnCookies } from './own-cookies';
import { windowRefusal } from './own-window';
import { Questions } from './questions';

const MOST_HOURS = 24;
const PATH = '/registry/override';
/** The beginning of the name of a cookie with a remote's grant. */
const COOKIE = 'override_';
const COOKIES = `${COOKIE}[a-z][a-z0-9-]{0,62}`;
const FORM = ['application/x-www-form-urlencoded'];

const askedSchema = z.object({
  app: appNameSchema,
  origin: z.string().max(200),
  hours: z.number().int().min(1).max(MOST_HOURS).default(8),
});
/** `path` is the address on the site that the developer opens. */
const givenSchema = z.object({ path: z.string(), until: timeSchema });
const grantSchema = z.string().max(2_000);

export const overridesModule: ReleasesModule = async (app, deps) => {
  const cookies = new OwnCookies(deps.config.siteUrl);
  const questions = new Questions(cookies);
  const caller = releaseCallers(app, deps);
  const grants = new OverrideGrants(deps);
  const page = await createOverridePage();

  readForms(app);

  app.post(
    '/registry/overrides',
    { config: { policy: 'release token' }, schema: { body: askedSchema, response: { 201: one(givenSchema) } } },
    async (request, reply) => {
      const identity = caller(request);
      const { app: remote, origin } = request.body;
      const refusal = runRefusal(identity) ?? overrideRefusal(identity, remote, origin);
      const action = refusal === null ? 'override.given' : 'override.refused';
      await note(deps, identity, { action, subject: `${remote} from ${origin}`, reason: refusal });
      if (refusal !== null) throw forbidden(refusal);
      const { grant, until } = await grants.give(identity, request.body);
      const path = `/api/v1${PATH}?${new URLSearchParams({ grant })}`;
      return reply.status(201).send({ data: { path, until } });
    },
  );

  await app.register(
    named('page of overrides', async (pages: App) => {
      pages.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const refusal = windowRefusal(request);
        if (refusal !== null) return page.send(reply.status(403), page.refusal(refusal));
      });

      pages.get(
        PATH,
        {
          config: { policy: 'link' },
          schema: { querystring: z.object({ grant: grantSchema }), response: { 200: htmlPage, 403: htmlPage } },
        },
        async (request, reply) => {
          const { grant: signed } = request.query;
          const grant = await grants.read(signed, 'link');
          if ('refusal' in grant) return page.send(reply.status(403), page.refusal(grant.refusal));
          return page.send(reply, page.question(grant, signed, questions.ask(reply)));
        },
      );

      pages.post(
        PATH,
        {
          config: { policy: 'link' },
          schema: {
            consumes: FORM,
            body: z.object({ grant: grantSchema, secret: z.string().max(100).default('') }),
            response: { 303: noContent, 403: htmlPage },
          },
        },
        async (request, reply) => {
          const { grant: signed, secret } = request.body;
          const grant = await grants.read(signed, 'link');
          if ('refusal' in grant) return page.send(reply.status(403), page.refusal(grant.refusal));
          const refusal = questions.refusal(request, secret);
          if (refusal !== null) return page.send(reply.status(403), page.refusal(refusal));
          const { app: remote, origin, until } = grant;
          const maxAge = Math.floor((new Date(until).getTime() - deps.clock.now().getTime()) / 1000);
          reply.header('set-cookie', cookies.set(COOKIE + remote, await grants.cookieOf(signed), maxAge));
          // The tab that opens this address runs the remote from there. The other tabs of the browser run the released version.
          return reply.redirect(`/?${new URLSearchParams({ remote: `${remote}@${origin}` })}`, 303);
        },
      );
    }),
  );

  app.delete(
    PATH,
    { config: { policy: 'public' }, schema: { response: { 204: noContent } } },
    async (request, reply) => {
      const ended = [...cookies.read(request.headers.cookie ?? '', COOKIES).keys()].map((name) => cookies.remove(name));
      if (ended.length > 0) reply.header('set-cookie', ended);
      return reply.status(204).header('cache-control', 'no-store').send();
    },
  );
};

/** @returns the remotes that the pages of a browser with these cookies may run. A browser without such cookies costs no query. */
export function browserOverrides(
  deps: Pick<ReleasesDeps, 'db' | 'clock' | 'config'>,
): (cookies: string) => Promise<BrowserOverrides> {
  const grants = new OverrideGrants(deps);
  const cookies = new OwnCookies(deps.config.siteUrl);
  return async (header) => {
    const ownGrants = await Promise.all(
      [...cookies.read(header, COOKIES)].map(async ([name, signed]) => ({
        name,
        grant: await grants.read(signed, 'cookie'),
      })),
    );
    const given = ownGrants.flatMap(({ name, grant }) =>
      'origin' in grant && COOKIE + grant.app === name ? [{ name, grant }] : [],
    );
    const ended = ownGrants.filter(({ name }) => !given.some((each) => each.name === name));
    return {
      origins: Object.fromEntries(given.map(({ grant: { app, origin } }) => [app, origin])),
      setCookie: ended.map(({ name }) => cookies.remove(name)),
    };
  };
}

async function note(
  { db, clock }: Pick<ReleasesDeps, 'db' | 'clock'>,
  { team, tokenId }: ReleaseIdentity,
  { action, subject, reason }: { action: string; subject: string; reason: string | null },
): Promise<void> {
  const after = JSON.stringify({ team, token: tokenId, ...(reason !== null && { reason }) });
  await db.insertInto('audit_log').values({ at: clock.now(), actor_id: null, action, subject, after }).execute();
}
