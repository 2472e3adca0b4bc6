/** The words of one app: its texts in English, or translated by its catalog if one is loaded for the visitor's language. */
import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';
import { catalogOf } from './catalogs';
import { currentLanguage, SOURCE_LANGUAGE } from './current';
import { directionOf } from './direction';
import { compiledPlural, compiledText, type PluralForms, pluralKey } from './message';

/** The names in braces of a text: 'Table {number}' has 'number'. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values that a text needs. */
type ValuesOf<Text extends string> = Record<NamesIn<Text>, string | number>;

/** A text without names needs no values. */
type ValuesArgument<Text extends string> = [NamesIn<Text>] extends [never] ? [] : [values: ValuesOf<Text>];

/** A function for each tag of a text: 'Read the <terms>terms</terms>.' has 'terms'. */
type Elements<Element> = Record<string, string | number | ((content: (string | Element)[]) => Element)>;

export interface Words {
  /**
   * Returns a text in the visitor's language. Call it while rendering, never when a module is evaluated: the translations come later.
   * @param text in English; it is the message's key in the catalogs, so `npm run words` must find it here as a literal
   * @example
   * t('Table {number}', { number: '12' }); // 'Table 12', in French 'Table 12'
   */
  t<const Text extends string>(text: Text, ...values: ValuesArgument<Text>): string;
  /**
   * Returns a text that depends on a number. A language has its own plural forms: English two, Arabic six.
   * @example
   * plural(2, { one: '# order', other: '# orders' }); // '2 orders'
   */
  plural<const One extends string, const Other extends string>(
    count: number,
    forms: { one: One; other: Other },
    ...values: ValuesArgument<One | Other>
  ): string;
  /**
   * Returns a text with elements in it, as a list of texts and elements.
   * @param elements a function for each tag that gets the content of the tag, and the values
   * @example
   * rich('Read the <terms>terms</terms>.', { terms: (text) => <a href="/terms">{text}</a> });
   */
  rich<Element>(text: string, elements: Elements<Element>): (string | Element)[];
  /** Translates a text that is not in the code: the title of a route in remote.json. A text without a translation stays as it is. */
  dynamic(text: string): string;
  /** The language of all these texts: the visitor's, or English if the app does not have the visitor's. */
  language(): string;
}

/** Making a formatter costs far more than using it, so each stays. */
function remember<Args extends unknown[], Formatter>(make: (...args: Args) => Formatter): (...args: Args) => Formatter {
  const made = new Map<string, Formatter>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = made.get(key) ?? make(...args);
    made.set(key, known);
    return known;
  };
}

const formatters = {
  getDateTimeFormat: remember(
    (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  ),
  getNumberFormat: remember(
    (...args: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...args),
  ),
  getPluralRules: remember((...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args)),
};

/** An amount such as '$14.75' or '-€5'. */
const AMOUNT = /^-?\p{Sc}\s?\d/u;

/**
 * Sets the amounts of a right-to-left text apart. A number after an Arabic word counts as Arabic, and then the sign of its currency would be drawn on
 * its other side.
 * @example
 * apart({ price: '$14.75' }); // { price: '\u2068$14.75\u2069' }
 */
const apart = <Element>(values: FormatValues<Element>): FormatValues<Element> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && AMOUNT.test(value) ? `\u2068${value}\u2069` : value,
    ]),
  );

/**
 * Returns the words of an app.
 * @param app the app's name in its package.json
 * @example
 * export const { t, plural } = wordsOf('checkout');
 */
export function wordsOf(app: string): Words {
  function translate<Element>(
    key: string,
    english: () => CompiledMessage,
    values?: FormatValues<Element>,
  ): string | Element | (string | Element)[] {
    const language = currentLanguage();
    const catalog = catalogOf(app, language);
    const translated = catalog?.[key];
    // A catalog of a release is complete. While a team works on one, a text without a translation is English. Digits are Latin in every language.
    if (translated === undefined) return format(english(), SOURCE_LANGUAGE, values, { formatters });
    const shown = values && directionOf(language) === 'rtl' ? apart(values) : values;
    return format(translated, `${language}-u-nu-latn`, shown, { formatters });
  }
  const text = (key: string, values?: FormatValues<string>) => String(translate(key, () => compiledText(key), values));
  return {
    t: (key, ...[values]) => text(key, values as FormatValues<string> | undefined),
    plural: (count, forms: PluralForms, ...[values]) =>
      String(translate(pluralKey(forms), () => compiledPlural(forms), { ...(values as object | undefined), count })),
    rich(key, elements) {
      const parts = translate(key, () => compiledText(key), elements as FormatValues<never>);
      return Array.isArray(parts) ? parts : [parts];
    },
    dynamic: (key) => text(key),
    language: () => (catalogOf(app, currentLanguage()) ? currentLanguage() : SOURCE_LANGUAGE),
  };
}
