/** The page of the API: every operation of the OpenAPI document, by its tag. */
import { join } from 'node:path';
import { escapeHtml } from '../../site/page';
import { createPlainPage, type PlainPage } from '../../site/plain-page';
import { type JsonSchema, jsonType } from './json-type';

type Content = Readonly<Record<string, { schema?: JsonSchema }>>;

interface Operation {
  tags?: readonly string[];
  description?: string;
  'x-policy'?: string;
  parameters?: readonly { name: string; in: string; required?: boolean; schema?: JsonSchema }[];
  requestBody?: { content: Content };
  responses?: Readonly<Record<string, { content?: Content }>>;
}

/** What the page reads of a document. */
export interface ApiDocument {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export const createDocsPage = (): Promise<PlainPage> => createPlainPage(join(__dirname, 'docs-page.css'));

/** What is between <main> and </main>. Pure. */
export function docsOf({ paths }: ApiDocument): string {
  const sections = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? '';
      sections.set(tag, [...(sections.get(tag) ?? []), article(`${method.toUpperCase()} ${path}`, operation)]);
    }
  }
  const ordered = [...sections].sort(([one], [other]) => (one < other ? -1 : 1));
  return `<h1>The API</h1>
<p>Each operation, who may call it, and what it takes and returns. A field with a question mark may be missing. For programs:
<a href="/api/v1/openapi.json">the same as OpenAPI 3.1</a>.</p>
${ordered.map(([tag, articles]) => `<section><h2>${escapeHtml(tag)}</h2>${articles.join('')}</section>`).join('\n')}`;
}

function article(name: string, operation: Operation): string {
  const { description = '', parameters = [], requestBody, responses = {}, 'x-policy': policy } = operation;
  const ofAddress = parameters.map(
    (each) => `${each.name}${each.required ? '' : '?'}: ${jsonType(each.schema ?? {})} (${each.in})`,
  );
  const blocks: [string, string][] = [
    ['Parameters', ofAddress.join('\n')],
    ['Body', typeOf(requestBody?.content)],
    ...Object.entries(responses).map(([status, { content }]): [string, string] => [
      `Response ${status}`,
      typeOf(content),
    ]),
  ];
  const details = blocks
    .filter(([, text]) => text !== '')
    .map(([title, text]) => `<details><summary>${title}</summary><pre>${escapeHtml(text)}</pre></details>`);
  const badge = policy === undefined ? '' : ` <span>${escapeHtml(policy)}</span>`;
  return `<article><h3><code>${escapeHtml(name)}</code>${badge}</h3><p>${escapeHtml(description)}</p>${details.join('')}</article>`;
}

function typeOf(content: Content = {}): string {
  const [only] = Object.values(content);
  return only?.schema ? jsonType(only.schema) : '';
}
