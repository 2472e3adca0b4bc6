/**
 * The templates of first screens. A release accepts a template only if `problemsOfTemplate` finds nothing. The server fills it in with
 * `Template.fill`, which counts its work, since rendering is synchronous and every other request waits for it.
 */
import Mustache from 'mustache';
import { problemsOfMarkup } from './template-markup';

/** The limits of a template. The largest of this repository has 12 KB, 260 nodes and a depth of 6. */
export const TEMPLATE_LIMITS = {
  bytes: 64 * 1024,
  /** The most fields, sections and pieces of text. */
  nodes: 2_000,
  /** The most sections within sections. */
  depth: 16,
  /** The most characters in the name of a field or section. */
  name: 100,
} as const;

/** The limits of one rendering. The largest page of the demo takes 3,000 steps. */
export const FILL_LIMITS = {
  /** The most pieces of text, fields and sections that are evaluated. 20,000 take about 20 ms. */
  steps: 20_000,
  /** The most characters of the result. */
  characters: 400_000,
} as const;

/** A node of a parsed template: its kind, its text or name, where it begins and ends, and the nodes of a section. */
type Token = readonly [kind: string, value: string, start: number, end: number, children?: readonly Token[]];

type ParsedToken = readonly [kind: string, value: string, start: number, end: number, inside?: unknown];

/**
 * The section that formats an amount: `{{#money}}{{price}}{{/money}}`. Mustache parses its content at each rendering, so that content is
 * one field.
 */
const FORMATTER = 'money';

const KINDS: Readonly<Record<string, string>> = { '&': 'text that is not escaped', '>': 'partials', '=': 'other tags' };

function parse(text: string): readonly Token[] {
  // Each template is parsed by a writer of its own, since the library's shared one remembers every template for ever.
  return (new Mustache.Writer().parse(text, ['{{', '}}']) as unknown as readonly ParsedToken[]).map(tokenOf);
}

/** Keeps the nodes of a section. In the same place, the library's token of a partial has the text before its tag. */
function tokenOf([kind, value, start, end, inside]: ParsedToken): Token {
  return Array.isArray(inside) ? [kind, value, start, end, inside.map(tokenOf)] : [kind, value, start, end];
}

/** Explains why a release must not have this template, one sentence each. */
export function problemsOfTemplate(name: string, text: string): string[] {
  const bytes = Buffer.byteLength(text);
  if (bytes > TEMPLATE_LIMITS.bytes) return [`${name} has ${bytes} bytes, of at most ${TEMPLATE_LIMITS.bytes}.`];
  let tokens: readonly Token[];
  try {
    tokens = parse(text);
  } catch (error) {
    return [`${name} is no template: ${(error as Error).message}.`];
  }
  const problems = [...problemsOfTokens(tokens), ...problemsOfMarkup(tokens)];
  return [...new Set(problems)].map((problem) => `${name}: ${problem}`);
}

function problemsOfTokens(tokens: readonly Token[]): string[] {
  const problems: string[] = [];
  let nodes = 0;
  let deepest = 0;
  const visit = (list: readonly Token[], depth: number) => {
    deepest = Math.max(deepest, depth);
    for (const [kind, value, , , children] of list) {
      nodes += 1;
      const unknown = KINDS[kind];
      if (unknown) problems.push(`It uses ${unknown}; it may use sections and escaped fields only.`);
      if (kind !== 'text' && value.length > TEMPLATE_LIMITS.name)
        problems.push(`The name ${value.slice(0, 20)}… has more than ${TEMPLATE_LIMITS.name} characters.`);
      if (kind === '#' && value === FORMATTER && !(children?.length === 1 && children[0]?.[0] === 'name'))
        problems.push(`The section ${FORMATTER} may have one field and nothing else.`);
      if (children) visit(children, depth + 1);
    }
  };
  visit(tokens, 0);
  if (nodes > TEMPLATE_LIMITS.nodes) problems.push(`It has ${nodes} nodes, of at most ${TEMPLATE_LIMITS.nodes}.`);
  if (deepest > TEMPLATE_LIMITS.depth)
    problems.push(`Its sections are ${deepest} deep, of at most ${TEMPLATE_LIMITS.depth}.`);
  return problems;
}

/** A rendering took more work than FILL_LIMITS allow. */
export class TemplateExhausted extends Error {
  constructor(what: string) {
    super(`The template was given up: it needs more than ${what}.`);
    this.name = 'TemplateExhausted';
  }
}

class CountingWriter extends Mustache.Writer {
  private steps = 0;
  private characters = 0;

  restart(): void {
    this.steps = 0;
    this.characters = 0;
  }

  private count(characters: number): void {
    this.steps += 1;
    this.characters += characters;
    if (this.steps > FILL_LIMITS.steps) throw new TemplateExhausted(`${FILL_LIMITS.steps} steps`);
    if (this.characters > FILL_LIMITS.characters) throw new TemplateExhausted(`${FILL_LIMITS.characters} characters`);
  }

  override renderSection(...args: Parameters<Mustache.Writer['renderSection']>): string {
    this.count(0);
    return super.renderSection(...args);
  }

  override renderInverted(...args: Parameters<Mustache.Writer['renderInverted']>): string {
    this.count(0);
    return super.renderInverted(...args);
  }

  override escapedValue(...args: Parameters<Mustache.Writer['escapedValue']>): string {
    const text = super.escapedValue(...args);
    this.count(text?.length ?? 0);
    return text;
  }

  override rawValue(token: string[]): string {
    const text = super.rawValue(token);
    this.count(text.length);
    return text;
  }
}

/** A template of a release, parsed once. */
export class Template {
  private readonly writer = new CountingWriter();

  /** @throws with the reasons if a release must not have this template */
  constructor(
    name: string,
    private readonly text: string,
  ) {
    const problems = problemsOfTemplate(name, text);
    if (problems.length > 0) throw new Error(problems.join(' '));
    this.writer.parse(text);
  }

  /**
   * Returns the template with its fields filled in and escaped.
   * @throws {TemplateExhausted} when it takes more steps or makes more text than FILL_LIMITS
   */
  fill(view: object): string {
    this.writer.restart();
    return this.writer.render(this.text, view);
  }
}
