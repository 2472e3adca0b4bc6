/**
 * English messages in the code become ICU messages: a text with `{name}` for each value and `<tag>…</tag>` for each element, or one text for
 * each plural form. The build compiles the translations (npm run words checks them); English needs no compiler in the browser.
 */
import type { CompiledMessage } from 'icu-minify/format';

/** English has two plural forms. `#` stands for the number. */
export interface PluralForms {
  one: string;
  other: string;
}

type Node = Exclude<CompiledMessage, string>[number];

/** The type of a plural node, and of its number, in a compiled message (icu-minify). */
const POUND = 0;
const PLURAL = 2;

/** Splits at `{name}` and at `<tag>…</tag>`. */
const PARTS = /\{(\w+)\}|<(\w+)>(.*?)<\/\2>/gs;

function nodesOf(text: string, isPlural: boolean): Node[] {
  const nodes: Node[] = [];
  let end = 0;
  const words = (until: number) => {
    const between = text.slice(end, until);
    if (between && isPlural)
      nodes.push(...between.split(/(#)/).flatMap((part) => (part === '#' ? [POUND as Node] : part || [])));
    else if (between) nodes.push(between);
  };
  for (const match of text.matchAll(PARTS)) {
    words(match.index);
    const [whole, name, tag, content] = match;
    nodes.push((name === undefined ? [tag, ...nodesOf(content ?? '', isPlural)] : [name]) as Node);
    end = match.index + whole.length;
  }
  words(text.length);
  return nodes;
}

/** Compiles an English text, as icu-minify would. */
export function compiledText(text: string): CompiledMessage {
  return /[{<]/.test(text) ? nodesOf(text, false) : text;
}

/** Compiles a text that depends on the number `count`. */
export function compiledPlural({ one, other }: PluralForms): CompiledMessage {
  const branch = (text: string) => (/[#{<]/.test(text) ? nodesOf(text, true) : text);
  return [['count', PLURAL, { one: branch(one), other: branch(other) }] as Node];
}

/**
 * Returns the ICU message of a text that depends on a number: its key in the catalogs.
 * @example
 * pluralKey({ one: '# order', other: '# orders' }); // '{count, plural, one {# order} other {# orders}}'
 */
export function pluralKey({ one, other }: PluralForms): string {
  return `{count, plural, one {${one}} other {${other}}}`;
}
