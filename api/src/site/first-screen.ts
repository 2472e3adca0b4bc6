/**
 * The first screen of a public route as text in the page, so that it is painted before any script runs (decision 0032). A remote
 * releases a template with named fields; here the fields are filled with what the API responds, and escaped. No code of
 * a remote runs in this process.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Mustache from 'mustache';
import type { HostRelease, RemoteRelease } from 'registry/model';
import { integrityOf } from 'registry/node/integrity';
import { paramsOf } from 'registry/paths';
import { fillPrefetch } from 'shared-contracts/remote/prefetch';
import { formatMajor } from 'shared-contracts/rules/money';
import { srcSetOf } from 'shared-contracts/rules/pictures';
import type { SiteConfig } from 'shared-contracts/types';
import { messageOf } from '../errors';
import type { Log } from '../log';

type Route = RemoteRelease['routes'][number];

export interface FirstScreenOptions {
  host: HostRelease;
  remote: RemoteRelease & { name: string };
  route: Route;
  pathname: string;
  query: URLSearchParams;
  site: SiteConfig;
}

/** A response of the API that the page brings along: path, query and body, as the shell's query client names them. */
type Known = readonly [path: string, params: Record<string, string>, body: unknown];

export interface FirstScreen {
  /** The shell's frame with the remote's screen in it. */
  html: string;
  /**
   * Styles of the screen, each with its hash for the policy. They are in the page, since a style sheet that does not arrive would
   * hold back the shell's scripts.
   */
  styles: readonly { text: string; hash: string }[];
  /** What the screen shows, for the screen itself; empty where it would delay the page. */
  known: readonly Known[];
}

/** How long, in milliseconds, a page waits for its data. After that it is sent without a first screen. */
const PATIENCE_MS = 200;
/** A first screen shows no more of a list. */
const LONGEST_LIST = 12;
/** Bodies of more characters are requested by the page: they would come before its scripts. */
const MAX_KNOWN = 100_000;

/** Reads a path of the API as a visitor without a session; undefined where it does not respond with 200. */
export type ReadApi = (url: string) => Promise<unknown>;

export class FirstScreens {
  private readonly texts = new Map<string, Promise<string>>();

  constructor(
    private readonly distDir: string,
    private readonly read: ReadApi,
    private readonly log: Log,
  ) {}

  /** Undefined where there is no template, no data in time, or anything is wrong: the page shows its placeholders then. */
  async of(options: FirstScreenOptions): Promise<FirstScreen | undefined> {
    const { host, remote, route } = options;
    const template = remote.first?.screens[route.screen];
    // The template is made of one version's primitives; another shell may style others.
    if (!template || !host.frame || remote.first?.contract !== host.contract || route.guard !== 'public')
      return undefined;
    try {
      return await inTime(this.fill(options, template, host.frame));
    } catch (error) {
      this.log.warn({ remote: remote.name, screen: route.screen, reason: messageOf(error) }, 'site: no first screen');
      return undefined;
    }
  }

  private async fill(options: FirstScreenOptions, template: string, frame: string): Promise<FirstScreen | undefined> {
    const { host, remote, route, pathname, query, site } = options;
    const params = paramsOf(route.path, pathname);
    const bodies = await Promise.all(
      (route.prefetch ?? []).map(async (declared) => {
        const request = fillPrefetch(declared, params);
        if (!request) return undefined;
        const search = new URLSearchParams(request.params).toString();
        const body = await this.read(search ? `${request.path}?${search}` : request.path);
        return body === undefined ? undefined : { declared, known: [request.path, request.params, body] as const };
      }),
    );
    // All of it or none: a screen without one of its bodies would say something else than the screen that follows.
    const read = bodies.filter((body) => body !== undefined);
    if (read.length < bodies.length) return undefined;
    // An address may name a vendor under another venue, which its screen calls unknown.
    if (read.some(({ known: [, , body] }) => isOfAnotherVenue(body, params.venueId))) return undefined;
    const named = read.flatMap(({ declared, known: [, , body] }) =>
      declared.as ? [[declared.as, body] as const] : [],
    );
    const view = {
      site: { brand: site.brand, logo_url: site.logo_url },
      params,
      encoded: encoded({ ...Object.fromEntries(query), ...params }),
      address: pathname.split('/').slice(1),
      ...(viewOf(Object.fromEntries(named)) as object),
    };
    const files = (remote.modules[route.screen] ?? []).filter((file) => file.endsWith('.css'));
    const ofRemote = (file: string) => this.released(remote.name, remote.version, file, remote.integrity);
    const [screenText, frameText, ...styles] = await Promise.all([
      ofRemote(template),
      this.released('host', host.version, frame, host.integrity),
      ...files.map(ofRemote),
    ]);
    const unsafe = styles.findIndex((text) => /<\/style|url\((?!["']?(data:|\/))/i.test(text));
    if (unsafe >= 0) throw new Error(`${files[unsafe]} means something else inside a page than in a file.`);
    const screen = render(screenText, { ...view, money: money(view) });
    const known = read.map((body) => body.known);
    return {
      html: Mustache.render(frameText, { ...view, ...route, screen }),
      styles: styles.map((text, index) => ({ text, hash: remote.integrity[files[index] ?? ''] ?? '' })),
      known: JSON.stringify(known).length > MAX_KNOWN ? [] : known,
    };
  }

  /** A released file never changes, so it is read once. */
  private released(app: string, version: string, file: string, integrity: HostRelease['integrity']): Promise<string> {
    const path = join(this.distDir, app, version, file);
    const known = this.texts.get(path);
    if (known) return known;
    const text = readFile(path).then((content) => {
      if (integrity[file] !== integrityOf(content)) throw new Error(`${path} has other bytes than were released.`);
      return content.toString('utf8');
    });
    this.texts.set(path, text);
    text.catch(() => this.texts.delete(path));
    return text;
  }
}

/** The parameters of the address, as a link takes them. */
function encoded(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, encodeURIComponent(text)]));
}

function isOfAnotherVenue(body: unknown, venueId: string | undefined): boolean {
  const { data } = body as { data?: { venue_id?: number } };
  return venueId !== undefined && data?.venue_id !== undefined && String(data.venue_id) !== venueId;
}

/**
 * A remote's template with its fields filled and escaped.
 * @throws when it asks for text that is not escaped
 */
function render(template: string, view: object): string {
  if (/\{\{\s*[{&=>]/.test(template))
    throw new Error('A template of a remote may use sections and escaped fields only.');
  return Mustache.render(template, view);
}

/** `{{#money}}{{price}}{{/money}}`: an amount in major units, as the venue of the screen writes it. */
function money(view: object): () => (text: string, renderText: (text: string) => string) => string {
  const { venue } = view as { venue?: { data?: { currency?: string; currency_symbol?: string } } };
  const { currency = '', currency_symbol = '' } = venue?.data ?? {};
  return () => (text, renderText) => Mustache.escape(formatMajor(Number(renderText(text)), currency, currency_symbol));
}

/**
 * What a template is filled with: the heads of the lists alone, of each entry whether it is the first, and of each photograph
 * its forms, `image_url_srcset`.
 */
function viewOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, LONGEST_LIST).map((entry, index) => {
      const view = viewOf(entry);
      return typeof view === 'object' && view !== null ? { ...view, first: index === 0 } : view;
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => [
      [name, viewOf(field)],
      ...(name.endsWith('image_url') ? [[`${name}_srcset`, srcSetOf(String(field)) ?? '']] : []),
    ]),
  );
}

/** Undefined if it takes longer than a page waits. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
