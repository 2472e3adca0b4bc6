/** The page that describes the API: every operation of the OpenAPI document by its tag, and the types that they share. */
import { join } from 'node:path';
import { createPlainPage, type PlainPage } from 'core/pages/plain-page';
import { escapeHtml } from 'core/texts/escape-html';
import type { ApiDocument, Content, Operation, Response } from './document';
import { jsonType } from './json-type';

export const createDocsPage = (): Promise<PlainPage> => createPlainPage(join(__dirname, 'docs-page.css'));

/** Returns the content between <main> and </main>. Pure. */
export function docsOf({ paths, components }: ApiDocument): string {
  const sections = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? '';
      sections.set(tag, [...(sections.get(tag) ?? []), article(`${method.toUpperCase()} ${path}`, operation)]);
    }
  }
  const ordered = [...sections].sort(([one], [other]) => (one < other ? -1 : 1));
  const types = Object.entries(components.schemas ?? {}).map(([name, schema]) => details(name, jsonType(schema)));
  return `<h1>The API</h1>
<p>Each operation, who may call it, and what it takes and returns. A field with a question mark may be missing. The types with a
name are at the end. For programs: <a href="/api/v1/openapi.json">the same as OpenAPI 3.1</a>.</p>
${ordered.map(([tag, articles]) => `<section><h2>${escapeHtml(tag)}</h2>${articles.join('')}</section>`).join('\n')}
<section><h2>Types</h2>${types.join('')}</section>`;
}

function article(name: string, operation: Operation): string {
  const { summary, description = '', parameters = [], requestBody, responses = {}, 'x-policy': policy } = operation;
  const ofAddress = parameters.map(
    (each) => `${each.name}${each.required ? '' : '?'}: ${jsonType(each.schema ?? {})} (${each.in})`,
  );
  const own = Object.entries(responses).filter(([, response]) => response.$ref === undefined);
  const blocks: [string, string][] = [
    ['Parameters', ofAddress.join('\n')],
    ['Body', typeOf(requestBody?.content)],
    ...own.map(([status, { content }]): [string, string] => [`Response ${status}`, typeOf(content)]),
    ['Refusals', Object.entries(responses).flatMap(refusalLine).join('\n')],
  ];
  const shown = blocks.filter(([, text]) => text !== '').map(([title, text]) => details(title, text));
  const badge = policy === undefined ? '' : ` <span>${escapeHtml(policy)}</span>`;
  return `<article><h3><code>${escapeHtml(name)}</code>${badge}</h3><p>${escapeHtml(summary)} ${escapeHtml(description)}</p>${shown.join('')}</article>`;
}

/** '422 Invalid' */
const refusalLine = ([status, { $ref }]: [string, Response]): string[] =>
  $ref === undefined ? [] : [`${status} ${$ref.slice($ref.lastIndexOf('/') + 1)}`];

const details = (title: string, text: string): string =>
  `<details><summary>${escapeHtml(title)}</summary><pre>${escapeHtml(text)}</pre></details>`;

function typeOf(content: Content = {}): string {
  const [only] = Object.values(content);
  return only?.schema ? jsonType(only.schema) : '';
}
