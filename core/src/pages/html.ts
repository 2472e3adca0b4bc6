/** Templates of HTML. They escape each inserted value unless it is HTML itself. */
import { escapeHtml } from '../texts/escape-html';

export class Html {
  constructor(readonly text: string) {}
}

export type Content = Html | string | number | null | undefined | readonly Content[];

const textOf = (content: Content): string => {
  if (content === null || content === undefined) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(textOf).join('');
  return escapeHtml(String(content));
};

export const html = (strings: TemplateStringsArray, ...contents: Content[]): Html =>
  new Html(strings.map((string, index) => string + textOf(contents[index])).join(''));
