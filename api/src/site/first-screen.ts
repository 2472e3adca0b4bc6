/**
 * Writes the first screen of a public route into the page, so that the browser paints it before any script runs, and the description of the page
 * for readers that run no scripts (docs/decisions/first-screens.md). A remote releases a template with named fields. Here the API's responses
 * fill the fields, escaped. No code of a remote runs in this process.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from 'core/config';
import { messageOf } from 'core/errors';
import type { Log } from 'core/log';
import Mustache from 'mustache';
import { paramsOf } from 'releases/model/paths';
import type { HostRelease, RemoteRelease } from 'releases/model/schemas';
import { integrityOf } from 'releases/store/integrity';
import { Template, TemplateExhausted } from 'releases/store/templates';
import { directionOf, languageName } from 'shared-contracts/language';
import type { FactsManifest } from 'shared-contracts/remote';
import { fillFacts } from 'shared-contracts/remote/facts';
import { fillPath, fillPrefetch } from 'shared-contracts/remote/prefetch';
import { formatMajor } from 'shared-contracts/rules/money';
import { srcSetOf } from 'shared-contracts/rules/pictures';
import type { SiteConfig } from 'shared-contracts/types';
import { z } from 'zod';
import { bodiesIn, imageOf, structuredData } from './structured-data';

type Route = RemoteRelease['routes'][number];

const factsSchema = z.record(z.string(), z.object({ title: z.string(), description: z.string() }));

export interface FirstScreenOptions {
  host: HostRelease;
  remote: RemoteRelease & { name: string };
  route: Route;
  pathname: string;
  query: URLSearchParams;
  /** The language of the page. */
  language: string;
  site: SiteConfig;
}

/** An API response that the page contains: path, query and body, in the form of the shell's query client. */
type Known = readonly [path: string, params: Record<string, string>, body: unknown];

export interface FirstScreen {
  /** The shell's frame with the remote's screen in it; empty if the remote has no template for this shell. */
  html: string;
  /**
   * The style sheets of the remote's screen, each with its address and its hash for the policy. The page contains the styles, because a
   * style sheet that is still loading delays the shell's scripts.
   */
  styles: readonly { remote: string; path: string; text: string; hash: string }[];
  /** The data of the screen; empty if it would delay the page. */
  known: readonly Known[];
  /** The description of the page for readers that run no scripts; undefined if the remote declares nothing. */
  about: About | undefined;
}

/** The description of a page for search engines and previews. */
export interface About {
  facts: FactsManifest;
  /** The address of the content, with the site's origin. Several addresses may show the same content. */
  url: string;
  /** The picture for previews of the page. */
  image: string | null;
  /** JSON-LD. */
  data: object;
}

/** The result for an address that names something that does not exist. */
export const NOT_THERE = 'not there';

/** The values that a template is filled with. */
interface Filling {
  template: string;
  frame: string;
  params: Record<string, string>;
  bodies: Readonly<Record<string, unknown>>;
}

/** The number of entries of a list that a first screen shows. */
const LONGEST_LIST = 12;
/**
 * The most characters of the bodies in a page. The page requests longer ones itself, because inside the page they would delay its scripts.
 */
const MAX_KNOWN = 100_000;
/** The time in milliseconds for which a template is not used after it needed too much work. */
const EXHAUSTED_REST_MS = 60_000;

/**
 * Reads a path of the API as a visitor without a session who reads this language; null if nothing exists there, undefined if the API does not tell.
 */
export type ReadApi = (url: string, language: string) => Promise<unknown>;

export class FirstScreens {
  private readonly texts = new Map<string, Promise<string>>();
  private readonly templates = new Map<string, Promise<Template>>();
  /** The templates that needed too much work, by their file, with the time in milliseconds until which they are not used. */
  private readonly exhausted = new Map<string, number>();

  private readonly distDir: string;
  /** The time in milliseconds that a page waits for its data. After it the page is sent without a first screen. */
  private readonly waitMs: number;
  private readonly siteUrl: string;

  constructor(
    { distDir, firstScreenWaitMs, siteUrl }: Pick<Config, 'distDir' | 'firstScreenWaitMs' | 'siteUrl'>,
    private readonly read: ReadApi,
    private readonly log: Log,
  ) {
    this.distDir = distDir;
    this.waitMs = firstScreenWaitMs;
    this.siteUrl = siteUrl;
  }

  /**
   * Returns the first screen. It is undefined if there is nothing to show, if the data is late, or after an error. The page then shows its
   * placeholders.
   */
  async of(options: FirstScreenOptions): Promise<FirstScreen | typeof NOT_THERE | undefined> {
    const { host, remote, route } = options;
    if (route.guard !== 'public') return undefined;
    try {
      return await inTime(this.fill(options, host.frame), this.waitMs);
    } catch (error) {
      const { name, version } = remote;
      this.log.warn({ remote: name, version, screen: route.screen, reason: messageOf(error) }, 'site: no first screen');
      return undefined;
    }
  }

  private async fill(options: FirstScreenOptions, frame: string): Promise<FirstScreen | typeof NOT_THERE | undefined> {
    const { host, remote, route, pathname, site } = options;
    // The template uses one version's primitives and their style names. Another shell may have a different version.
    const { contract, primitives, screens, languages } = remote.first ?? {};
    const isOfShell = contract === host.contract && primitives === host.primitives;
    // A remote without the visitor's language speaks English.
    const template = isOfShell ? (languages?.[options.language] ?? screens)?.[route.screen] : undefined;
    const declared = (await this.factsIn(options.language, remote))?.[route.screen];
    if (!template && !declared) return undefined;
    const params = paramsOf(route.path, pathname);
    const read = await this.bodiesOf(route, params, options.language);
    if (!read || read === NOT_THERE) return read;
    const { bodies, known } = read;
    const facts = declared && fillFacts(declared, { site: { brand: site.brand }, ...bodies }, params);
    if (declared && !facts && namesNoEntry(declared, bodies, params)) return NOT_THERE;
    const isLong = JSON.stringify(known).length > MAX_KNOWN;
    const about = facts && this.about(facts, options, params, known);
    const page = { known: isLong ? [] : known, about };
    // If the texts of the page lack values, the screen at this address may show something else.
    if (!template || (declared && !facts)) return { html: '', styles: [], ...page };
    return { ...(await this.screen(options, { template, frame, params, bodies })), ...page };
  }

  /** Reads the titles and descriptions of a remote's pages. A remote without the language of the page has English ones. */
  private async factsIn(language: string, remote: FirstScreenOptions['remote']): Promise<RemoteRelease['facts']> {
    const file = remote.translatedFacts?.[language];
    if (file === undefined) return remote.facts;
    return factsSchema.parse(JSON.parse(await this.released(remote.name, remote.version, file, remote.integrity)));
  }

  private about(
    facts: FactsManifest,
    { remote, route, site }: FirstScreenOptions,
    params: Record<string, string>,
    known: readonly Known[],
  ): About {
    // The first of a screen's addresses represents all of them, such as those of tables.
    const isFilled = (path: string) => (path.match(/(?<=:)\w+/g) ?? []).every((name) => name in params);
    const main = remote.routes.find(({ screen, path }) => screen === route.screen && isFilled(path)) ?? route;
    const path = fillPath(main.path, params);
    const bodies = bodiesIn(known);
    const data = structuredData(bodies, { siteUrl: this.siteUrl, brand: site.brand, path });
    return { facts, url: this.siteUrl + path, image: imageOf(bodies, this.siteUrl), data };
  }

  /**
   * Reads all bodies of the route's prefetch, or none: without one of them, the first screen would differ from the screen that replaces it.
   */
  private async bodiesOf(route: Route, params: Record<string, string>, language: string) {
    const read = await Promise.all(
      (route.prefetch ?? []).map(async (declared) => {
        const request = fillPrefetch(declared, params);
        if (!request) return undefined;
        const search = new URLSearchParams(request.params).toString();
        const body = await this.read(search ? `${request.path}?${search}` : request.path, language);
        if (body === null) return NOT_THERE;
        return body === undefined ? undefined : { declared, known: [request.path, request.params, body] as const };
      }),
    );
    if (read.includes(NOT_THERE)) return NOT_THERE;
    const whole = read.filter((each) => each !== undefined && each !== NOT_THERE);
    if (whole.length < read.length) return undefined;
    // An address may name an entry of another venue or vendor. Its screen treats that entry as unknown.
    if (whole.some(({ known: [, , body] }) => isOfAnother(body, params))) return NOT_THERE;
    const named = whole.flatMap(({ declared, known: [, , body] }) =>
      declared.as ? [[declared.as, body] as const] : [],
    );
    return { bodies: Object.fromEntries(named), known: whole.map(({ known }) => known) };
  }

  private async screen(
    { host, remote, route, pathname, query, site, language }: FirstScreenOptions,
    { template, frame, params, bodies }: Filling,
  ): Promise<Pick<FirstScreen, 'html' | 'styles'>> {
    const view = {
      site: { brand: site.brand, logo_url: site.logo_url },
      params,
      encoded: encoded({ ...Object.fromEntries(query), ...params }),
      hasQuery: query.size > 0,
      address: pathname.split('/').slice(1),
      ...(viewOf(bodies, language) as object),
    };
    const files = (remote.modules[route.screen] ?? []).filter((file) => file.endsWith('.css'));
    const ofRemote = (file: string) => this.released(remote.name, remote.version, file, remote.integrity);
    const [screenTemplate, frameText, ...styles] = await Promise.all([
      this.template(remote, template),
      this.released('host', host.version, frame, host.integrity),
      ...files.map(ofRemote),
    ]);
    const unsafe = styles.findIndex((text) => /<\/style|url\((?!["']?(data:|\/))/i.test(text));
    if (unsafe >= 0) throw new Error(`${files[unsafe]} means something else inside a page than in a file.`);
    const file = this.pathOf(remote.name, remote.version, template);
    const screen = this.fillOrRest(file, screenTemplate, { ...view, money: money(view) });
    return {
      html: Mustache.render(frameText, { ...view, ...route, screen }),
      styles: styles.map((text, index) => ({
        remote: remote.name,
        path: `${remote.path}${files[index]}`,
        text,
        hash: remote.integrity[files[index] ?? ''] ?? '',
      })),
    };
  }

  /** @throws {TemplateExhausted} also for a while after the template failed, because each attempt delays all other requests */
  private fillOrRest(file: string, template: Template, view: object): string {
    if ((this.exhausted.get(file) ?? 0) > Date.now()) throw new TemplateExhausted('its limits, a moment ago');
    this.exhausted.delete(file);
    try {
      return template.fill(view);
    } catch (error) {
      if (error instanceof TemplateExhausted) this.exhausted.set(file, Date.now() + EXHAUSTED_REST_MS);
      throw error;
    }
  }

  /** Parses a template once, because its file never changes. */
  private template({ name, version, integrity }: FirstScreenOptions['remote'], file: string): Promise<Template> {
    const path = this.pathOf(name, version, file);
    const known = this.templates.get(path);
    if (known) return known;
    const template = this.released(name, version, file, integrity).then((text) => new Template(file, text));
    this.templates.set(path, template);
    template.catch(() => this.templates.delete(path));
    return template;
  }

  private pathOf = (app: string, version: string, file: string) => join(this.distDir, app, version, file);

  /** Reads a file once, because a released file never changes. */
  private released(app: string, version: string, file: string, integrity: HostRelease['integrity']): Promise<string> {
    const path = this.pathOf(app, version, file);
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

/** Encodes the parameters of the address for a link. */
function encoded(params: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, encodeURIComponent(text)]));
}

/** True if the texts use an entry of a list, such as a stall of a venue, and the list has no entry with the id in the address. */
function namesNoEntry(
  { title, description }: FactsManifest,
  bodies: Readonly<Record<string, unknown>>,
  params: Readonly<Record<string, string>>,
): boolean {
  return [...`${title}${description}`.matchAll(/\{\{(\w+)\.data\.:(\w+)\./g)].some(([, name = '', param = '']) => {
    const { data } = (bodies[name] ?? {}) as { data?: unknown };
    return Array.isArray(data) && !data.some(({ id }: { id?: unknown }) => String(id) === params[param]);
  });
}

function isOfAnother(body: unknown, { venueId, vendorId }: Record<string, string>): boolean {
  const { data } = body as { data?: { venue_id?: number; vendor_id?: number } };
  const isOther = (owner: number | undefined, named: string | undefined) =>
    owner !== undefined && named !== undefined && String(owner) !== named;
  return isOther(data?.venue_id, venueId) || isOther(data?.vendor_id, vendorId);
}

/** Formats `{{#money}}{{price}}{{/money}}`: an amount in major units, in the format of the screen's venue. */
function money(view: object): () => (text: string, renderText: (text: string) => string) => string {
  const { venue } = view as { venue?: { data?: { currency?: string; currency_symbol?: string } } };
  const { currency = '', currency_symbol = '' } = venue?.data ?? {};
  return () => (text, renderText) => Mustache.escape(formatMajor(Number(renderText(text)), currency, currency_symbol));
}

/**
 * Prepares a value for a template: lists keep only their first entries, each entry states whether it is the first, and each photograph gets its
 * forms: `image_url_srcset` or `hero_url_srcset`, and `…_square_srcset` and `…_wide_srcset` for places that show it cut. If its texts are in
 * another language than the page, `foreign` has that language's tag, direction and name.
 */
function viewOf(value: unknown, language: string): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, LONGEST_LIST).map((entry, index) => {
      const view = viewOf(entry, language);
      return typeof view === 'object' && view !== null ? { ...view, first: index === 0 } : view;
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => [
      [name, viewOf(field, language)],
      ...(/(image|hero)_url$/.test(name) ? formsIn(name, String(field)) : []),
      ...(name === 'language' ? [['foreign', foreignIn(String(field), language)]] : []),
    ]),
  );
}

/** Describes the language of texts; null if it is the page's. */
const foreignIn = (of: string, language: string) =>
  of === language ? null : { lang: of, dir: directionOf(of), label: languageName(of, language) };

const formsIn = (name: string, address: string) => [
  [`${name}_srcset`, srcSetOf(address, 'whole') ?? ''],
  [`${name}_square_srcset`, srcSetOf(address, 'square') ?? ''],
  [`${name}_wide_srcset`, srcSetOf(address, 'wide') ?? ''],
];

/** Resolves with undefined if `work` takes longer than `waitMs` milliseconds. */
export async function inTime<T>(work: Promise<T>, waitMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
