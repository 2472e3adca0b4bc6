/** The language of a request: the visitor's choice, else the languages of the browser in their order. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { currentLanguage, provideLanguage, SOURCE_LANGUAGE } from 'shared-contracts/language';

/** The cookie with the visitor's choice, which the shell writes (shared-contracts/language). */
const CHOICE = /(?:^|;\s*)language=([a-z]{2,3})(?:;|$)/;

/** Only the language of 'fr-CA' counts: the site has no regional forms. */
const baseOf = (tag: string) => tag.toLowerCase().split('-')[0] ?? '';

/** A type and not an interface, because `negotiator` takes headers of any name. */
type LanguageHeaders = {
  cookie?: string | undefined;
  accept?: string | undefined;
  'accept-language'?: string | undefined;
};

/** The languages that a visitor reads. */
export interface Reader {
  /** The language that the visitor chose in the side panel. */
  choice: string | undefined;
  /** The languages of the browser, the preferred first. */
  accepted: readonly string[];
}

/**
 * Reads which languages a visitor reads.
 * @example
 * readerOf({ cookie: 'language=ar', 'accept-language': 'fr-CA, en;q=0.5' }); // { choice: 'ar', accepted: ['fr', 'en'] }
 */
export function readerOf(headers: LanguageHeaders): Reader {
  const [, choice] = CHOICE.exec(headers.cookie ?? '') ?? [];
  const accepted = new Set(new Negotiator({ headers }).languages().map(baseOf));
  return { choice, accepted: [...accepted].filter((language) => language !== '*') };
}

/**
 * Lists the languages that a visitor reads, the preferred first. A page names its own language when it asks for JSON. It comes before the choice,
 * which may have changed in another tab since the page was loaded.
 * @example
 * languagesWanted({ cookie: 'language=ar', 'accept-language': 'fr-CA, en;q=0.5' }); // ['ar', 'fr', 'en']
 * languagesWanted({ cookie: 'language=ar', 'accept-language': 'fr', accept: 'application/json' }); // ['fr', 'ar']
 */
export function languagesWanted(headers: LanguageHeaders): string[] {
  const { choice, accepted } = readerOf(headers);
  const chosen = choice ? [choice] : [];
  const isOfPage = headers.accept === 'application/json';
  return [...new Set(isOfPage ? [...accepted, ...chosen] : [...chosen, ...accepted])];
}

const current = new AsyncLocalStorage<string>();

/**
 * Runs work whose texts are in a language, such as an email in the language of its reader.
 * @param language a BCP 47 tag; texts without that language are English
 */
export function inLanguage<Result>(language: string, work: () => Result): Result {
  // Before Node 24, a process that has run anything in a context spends a sixth more on each request.
  return language === currentLanguage() ? work() : current.run(language, work);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the response's texts. */
    language: string;
  }
}

/**
 * Returns the language that the visitor has chosen; null if the request's language is the browser's.
 * @example
 * chosenLanguage(request); // 'fr' for a visitor who chose French in the side panel
 */
export function chosenLanguage({ headers, language }: Pick<FastifyRequest, 'headers' | 'language'>): string | null {
  return CHOICE.exec(headers.cookie ?? '')?.[1] === language ? language : null;
}

/**
 * Makes the texts of each response come in the visitor's language, if it is available, else in English. Call this before anything that
 * may respond.
 * @param available the languages of the server's texts
 */
export function registerLanguage(app: FastifyInstance, available: readonly string[]): void {
  provideLanguage(() => current.getStore() ?? SOURCE_LANGUAGE);
  app.decorateRequest('language', SOURCE_LANGUAGE);
  app.addHook('onRequest', (request, _reply, done) => {
    const wanted = languagesWanted(request.headers).find((each) => available.includes(each));
    request.language = wanted ?? SOURCE_LANGUAGE;
    inLanguage(request.language, done);
  });
}
