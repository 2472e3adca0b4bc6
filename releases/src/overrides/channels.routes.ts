/**
 * Routes for channels: `?channel=beta` leads to a page of the server, which asks the visitor. A browser that confirmed gets the releases of
 * the channel until its visitor leaves it.
 */

import { htmlPage, noContent } from 'core/http/bodies';
import { type App, named } from 'core/http/scope';
import { readForms } from 'core/http/utf8-bodies';
import { z } from 'zod';
import type { ReleasesDeps, ReleasesModule } from '../deps';
import { LiveRelease } from '../live/live-release';
import type { Snapshot } from '../model/schemas';
import { createChannelPage } from './channel-page';
import { OwnCookies } from './own-cookies';
import { windowRefusal } from './own-window';
import { Questions } from './questions';
import { SignedTexts } from './signed-texts';

const PATH = '/registry/channel';
const COOKIE = 'channel';
/** A membership ends after this many seconds, 90 days, so that a tester who forgets the channel gets the release for all visitors. */
const MAX_AGE = 7_776_000;

const FORM = ['application/x-www-form-urlencoded'];
const channelSchema = z.string().regex(/^[\w-]{1,64}$/);
const membershipSchema = z.object({ channel: z.string(), until: z.string() });
const askedSchema = z.object({ name: channelSchema, to: z.string().max(2_000).default('/') });
const answerSchema = askedSchema.extend({ secret: z.string().max(100).default('') });

export const channelsModule: ReleasesModule = async (app, deps) => {
  const cookies = new OwnCookies(deps.config.siteUrl);
  const texts = new SignedTexts(deps);
  const questions = new Questions(cookies);
  const live = new LiveRelease(deps.config.distDir, deps.log);
  const page = await createChannelPage();
  const appsOf = async (channel: string) => appsIn((await live.current())?.snapshot, channel);

  readForms(app);

  await app.register(
    named('page of channels', async (pages: App) => {
      pages.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const refusal = windowRefusal(request);
        if (refusal !== null) return page.send(reply.status(403), page.refusal(refusal));
      });

      pages.get(
        PATH,
        {
          config: { policy: 'public' },
          schema: { querystring: askedSchema, response: { 200: htmlPage, 403: htmlPage, 410: htmlPage } },
        },
        async ({ query: { name, to } }, reply) => {
          const apps = await appsOf(name);
          if (apps.length === 0) return page.send(reply.status(410), page.refusal(nothingFor(name)));
          return page.send(reply, page.question(name, apps, pathOf(to), questions.ask(reply)));
        },
      );

      pages.post(
        PATH,
        {
          config: { policy: 'public' },
          schema: { consumes: FORM, body: answerSchema, response: { 303: noContent, 403: htmlPage, 410: htmlPage } },
        },
        async (request, reply) => {
          const { name, to, secret } = request.body;
          if ((await appsOf(name)).length === 0) return page.send(reply.status(410), page.refusal(nothingFor(name)));
          const refusal = questions.refusal(request, secret);
          if (refusal !== null) return page.send(reply.status(403), page.refusal(refusal));
          const until = new Date(deps.clock.now().getTime() + MAX_AGE * 1000).toISOString();
          reply.header(
            'set-cookie',
            cookies.set(COOKIE, await texts.sign({ channel: name, until }, 'channel'), MAX_AGE),
          );
          return reply.redirect(withChannel(pathOf(to), name), 303);
        },
      );
    }),
  );

  app.delete(
    PATH,
    { config: { policy: 'public' }, schema: { response: { 204: noContent } } },
    async (_request, reply) =>
      reply.status(204).header('cache-control', 'no-store').header('set-cookie', cookies.remove(COOKIE)).send(),
  );
};

/** @returns the channel of a browser with these cookies. A browser without a membership costs no query. */
export function browserChannel(
  deps: Pick<ReleasesDeps, 'db' | 'clock' | 'config'>,
): (cookies: string) => Promise<string | undefined> {
  const cookies = new OwnCookies(deps.config.siteUrl);
  const texts = new SignedTexts(deps);
  return async (header) => {
    const signed = cookies.read(header, COOKIE).get(COOKIE);
    const membership = signed && (await texts.open(signed, 'channel', membershipSchema));
    return membership && new Date(membership.until) > deps.clock.now() ? membership.channel : undefined;
  };
}

/** @returns the address of the page that asks and then leads back to `to` */
export const channelQuestion = (name: string, to: string): string =>
  `/api/v1${PATH}?${new URLSearchParams({ name, to })}`;

const appsIn = (snapshot: Pick<Snapshot, 'offers'> | undefined, name: string): string[] => [
  ...new Set((snapshot?.offers ?? []).filter(({ channel }) => channel === name).map(({ part }) => part)),
];

const nothingFor = (name: string) => `Nothing is released to a channel ${name}.`;

const ANY_ORIGIN = 'http://site';

/** Returns a path of this site, since a link must not lead to another one. */
function pathOf(to: string): string {
  const address = URL.canParse(to, ANY_ORIGIN) ? new URL(to, ANY_ORIGIN) : undefined;
  return to.startsWith('/') && address?.origin === ANY_ORIGIN && !address.pathname.startsWith('//')
    ? address.pathname + address.search
    : '/';
}

/**
 * Adds the channel to the address. The browser then asks the server for the page. Without it, the worker would respond with the page of all
 * visitors.
 */
function withChannel(path: string, name: string): string {
  const address = new URL(path, ANY_ORIGIN);
  address.searchParams.set('channel', name);
  return address.pathname + address.search;
}
