/**
 * Checks the HTML of a template. The server puts it into the shell's page unchanged. So, whatever its fields contain, it must not end an
 * element around it, run a script or redirect.
 */

type Token = readonly [kind: string, value: string, start: number, end: number, children?: readonly Token[]];

const VOID = new Set(['br', 'hr', 'img', 'input', 'source', 'wbr']);
const ELEMENTS = new Set([
  ...VOID,
  ...'a abbr address article aside b bdi bdo blockquote button cite code data dd del details dfn div dl dt em'.split(
    ' ',
  ),
  ...'fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup i ins kbd label legend li main mark'.split(' '),
  ...'menu meter nav ol output p picture pre progress q s samp search section small span strong sub summary'.split(' '),
  ...'sup table tbody td tfoot th thead time tr u ul var'.split(' '),
  ...'svg g path circle ellipse rect line polyline polygon defs clippath mask lineargradient radialgradient'.split(' '),
  ...'stop symbol use text tspan'.split(' '),
]);
/** The literal beginning of these attributes decides where they lead. */
const ADDRESSES = new Set(['href', 'src', 'srcset', 'poster', 'cite', 'xlink:href']);
const FORBIDDEN = /^(on|style$|srcdoc$|action$|formaction$|ping$|form$|http-equiv$|nonce$)/;
const SAFE_ADDRESS = /^([/#?]|https?:\/\/|$)/i;

/** The reader's place: between elements, between the attributes of a tag, or in the value of an attribute. */
type State = { in: 'text' } | { in: 'tag'; element: string } | { in: 'value'; element: string; isAddress: boolean };

const OPEN = /<([a-z][a-z0-9]*)/iy;
const CLOSE = /<\/([a-z][a-z0-9]*)>/iy;
const END = /\s*(\/?)>/y;
const ATTRIBUTE = /\s+([a-z_:][\w:.-]*)(="|(?=[\s>/]))/iy;
const SPACE = /\s+$/y;

class MarkupProblem extends Error {}

/** Describes markup that a template must not have, as a sentence. The first problem ends the search. */
export function problemsOfMarkup(tokens: readonly Token[]): string[] {
  const reader = new MarkupReader();
  try {
    reader.read(tokens);
    if (reader.state.in !== 'text') return ['Its last tag has no end.'];
    return reader.open.length > 0 ? [`<${reader.open.at(-1)}> has no end tag.`] : [];
  } catch (error) {
    if (error instanceof MarkupProblem) return [error.message];
    throw error;
  }
}

class MarkupReader {
  /** The elements that have not ended yet, the innermost last. */
  readonly open: string[] = [];
  private text = '';
  private at = 0;

  constructor(public state: State = { in: 'text' }) {}

  read(tokens: readonly Token[]): void {
    for (const [kind, value, , , children] of tokens) {
      if (kind === 'text') this.readText(value);
      else if (kind !== '!') this.readField(value, children);
    }
  }

  private readField(name: string, children: readonly Token[] | undefined): void {
    const { state } = this;
    if (state.in === 'tag')
      throw new MarkupProblem(`<${state.element}> has a field outside of the quotes of an attribute.`);
    if (children) {
      // A section may be left out or repeated, so each element in it has to begin and end there.
      const inside = new MarkupReader(state);
      inside.read(children);
      if (inside.state.in !== state.in || inside.open.length > 0)
        throw new MarkupProblem(`The section ${name} has no whole elements.`);
    } else if (state.in === 'value') this.state = { ...state, isAddress: false };
  }

  private readText(text: string): void {
    this.text = text;
    this.at = 0;
    while (this.at < text.length) {
      const { state } = this;
      if (state.in === 'text') this.readBetween();
      else if (state.in === 'value') this.readValue(state);
      else this.readTag(state.element);
    }
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  /** Reads up to the next tag, and its name. */
  private readBetween(): void {
    const next = this.text.indexOf('<', this.at);
    this.at = next < 0 ? this.text.length : next;
    if (next < 0) return;
    const closed = this.match(CLOSE)?.[1]?.toLowerCase();
    if (closed !== undefined) {
      if (this.open.pop() !== closed) throw new MarkupProblem(`</${closed}> ends nothing that is open.`);
      return;
    }
    const element = this.match(OPEN)?.[1]?.toLowerCase();
    if (element === undefined) throw new MarkupProblem(`'${this.text.slice(next, next + 20)}' is no element.`);
    if (!ELEMENTS.has(element)) throw new MarkupProblem(`<${element}> may not be in a template.`);
    this.state = { in: 'tag', element };
  }

  /** Reads one attribute up to its value, or the end of the tag. */
  private readTag(element: string): void {
    const end = this.match(END);
    if (end) {
      if (end[1] && !VOID.has(element)) throw new MarkupProblem(`<${element}/> has no end tag.`);
      if (!VOID.has(element)) this.open.push(element);
      this.state = { in: 'text' };
      return;
    }
    const attribute = this.match(ATTRIBUTE);
    if (!attribute) {
      if (this.match(SPACE)) return;
      throw new MarkupProblem(`<${element}> has what is no attribute with its value in quotes.`);
    }
    const name = attribute[1]?.toLowerCase() ?? '';
    if (FORBIDDEN.test(name))
      throw new MarkupProblem(`<${element}> has the attribute ${name}, which a template may not have.`);
    if (attribute[2]) this.state = { in: 'value', element, isAddress: ADDRESSES.has(name) };
  }

  private readValue({ element, isAddress }: Extract<State, { in: 'value' }>): void {
    const quote = this.text.indexOf('"', this.at);
    const literal = this.text.slice(this.at, quote < 0 ? this.text.length : quote);
    if (isAddress && !SAFE_ADDRESS.test(literal))
      throw new MarkupProblem(`'${literal.slice(0, 40)}' is no address of a page or a picture.`);
    this.at = quote < 0 ? this.text.length : quote + 1;
    this.state = quote < 0 ? { in: 'value', element, isAddress: false } : { in: 'tag', element };
  }
}
