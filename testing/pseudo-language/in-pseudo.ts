/** Lets the screen states, which name texts in English, find them on a page in the pseudo-language. */
import type { Locator, Page, Route } from '@playwright/test';
import { accented, pseudoMessage } from './message';

/** Brackets are around each message, also within another. */
const BRACKETS = '[\\[\\]]*';

const letter = (char: string): string => {
  const [first = '', ...rest] = accented(char);
  return rest.length > 0 ? `[${char}${first}]${rest.join('')}?` : `[${char}${first}]`;
};

const escaped = (char: string) => char.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Matches one character of an English text. */
function char(text: string): string {
  if (/[a-z]/i.test(text)) return `(?:${letter(text)}${BRACKETS})`;
  return text === ' ' ? '(?:[\\s\\[\\]]+)' : `(?:${escaped(text)}${BRACKETS})`;
}

/** The parts of a pattern that stay: escapes, classes, and the beginnings of groups. */
const SYNTAX = /\\.|\[(?:\\.|[^\]])*\]|\(\?(?:[:=!]|<[=!])|[\^$*+?{}()|.]|\{\d+,?\d*\}|[\s\S]/g;

function pattern({ source, flags }: RegExp): RegExp {
  const parts = source.match(SYNTAX) ?? [];
  const translated = parts.map((part) => {
    if (part === '^') return `^${BRACKETS}`;
    if (part === '$') return `${BRACKETS}$`;
    if (part.length > 1) return part;
    return /[*+?{}()|.]/.test(part) ? part : char(part);
  });
  return new RegExp(translated.join(''), flags);
}

/** Makes the pattern that an English text has on the page, where it may be a message, a piece of one, or data. */
export function inPseudo(text: string | RegExp, { exact = false } = {}): RegExp {
  if (text instanceof RegExp) return pattern(text);
  const source = [...text].map(char).join('');
  return exact ? new RegExp(`^\\s*${BRACKETS}${source}\\s*$`, 'i') : new RegExp(source, 'i');
}

const BY_TEXT = new Set(['getByText', 'getByLabel', 'getByPlaceholder', 'getByAltText', 'getByTitle']);
const LOCATING = new Set([
  ...BY_TEXT,
  'getByRole',
  'locator',
  'frameLocator',
  'filter',
  'or',
  'and',
  'first',
  'last',
  'nth',
]);

type Options = { exact?: boolean; name?: string | RegExp; hasText?: string | RegExp };

/** Translates the arguments of a method of a page or a locator. */
function translated(method: string, [first, second, ...rest]: unknown[]): unknown[] {
  const options = { ...(second as Options | undefined) };
  if (BY_TEXT.has(method)) return [inPseudo(first as string | RegExp, options)];
  if (method === 'getByRole' && options.name !== undefined) {
    return [first, { ...options, name: inPseudo(options.name, options), exact: false }];
  }
  if (method === 'filter') {
    const { hasText, ...others } = first as Options;
    return [{ ...others, ...(hasText && { hasText: inPseudo(hasText) }) }];
  }
  return second === undefined ? [first] : [first, second, ...rest];
}

/** Finds the value of the option with an English label. */
async function optionFor(select: Locator, wanted: string): Promise<string> {
  const options = await select
    .locator('option')
    .evaluateAll((found) =>
      found.map((each) => ({ value: (each as HTMLOptionElement).value, label: (each as HTMLOptionElement).label })),
    );
  const text = inPseudo(wanted, { exact: true });
  return options.find(({ value, label }) => value === wanted || text.test(label))?.value ?? wanted;
}

type RouteHandler = (route: Route, ...rest: unknown[]) => unknown;

/** A state that stands in for the server refuses in English; the server would refuse in the language of the page. */
const inLanguage =
  (handle: RouteHandler): RouteHandler =>
  (route, ...rest) => {
    const fulfill = ({ json, ...options }: Parameters<Route['fulfill']>[0] = {}) =>
      route.fulfill({
        ...options,
        ...(json && { json: json.message ? { ...json, message: pseudoMessage(json.message) } : json }),
      });
    return handle(
      new Proxy(route, { get: (target, name) => (name === 'fulfill' ? fulfill : bound(target, name)) }),
      ...rest,
    );
  };

function bound(target: object, name: string | symbol): unknown {
  const value = Reflect.get(target, name, target);
  return typeof value === 'function' ? value.bind(target) : value;
}

/** Wraps a page or a locator, so that it finds English texts in the pseudo-language. */
export function finding<Found extends Page | Locator>(found: Found): Found {
  return new Proxy(found, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function' || typeof name !== 'string') return value;
      if (name === 'selectOption') {
        return async (wanted: string | { label: string }) =>
          value.call(target, await optionFor(target as Locator, typeof wanted === 'string' ? wanted : wanted.label));
      }
      if (name === 'route') return (url: unknown, handle: RouteHandler) => value.call(target, url, inLanguage(handle));
      if (!LOCATING.has(name)) return value.bind(target);
      return (...args: unknown[]) => finding(value.apply(target, translated(name, args)));
    },
  });
}
