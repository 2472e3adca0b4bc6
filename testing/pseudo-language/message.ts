/** The pseudo-language is English with accents, in brackets, and longer. It shows which texts are not messages, and which texts are cut. */

export const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const ACCENTED = 'åƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';
/** A doubled vowel makes each word longer, as a longer language does: padding at the end would only make sentences longer. */
const VOWEL = /[aeiouy]/i;

function accentOf(letter: string): string {
  const accented = ACCENTED[PLAIN.indexOf(letter)] ?? letter;
  return VOWEL.test(letter) ? accented + accented.toLowerCase() : accented;
}

/** Gives each letter of a text its accent. A text without letters stays as it is. */
export const accented = (text: string): string => text.replace(/[a-z]/gi, accentOf);

/** The parts that stay: a field of a template, a value, and a tag. */
const KEPT = /\{\{.*?\}\}|\{\s*\w+\s*\}|<\/?\w+>/y;
/** The beginning of a choice between texts: '{count, plural,'. */
const CHOICE = /\{\s*\w+\s*,\s*(?:plural|selectordinal|select)\s*,/y;
/** The name of a text of a choice, with the brace before the text: ' one {'. */
const FORM = /\s*=?\w+\s*\{/y;

/** Reads a message from its beginning to its end. */
class Reader {
  private at = 0;
  constructor(private readonly message: string) {}

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.message) ?? [];
    this.at += found?.length ?? 0;
    return found;
  }

  /** Returns the accented text up to the brace that ends it, or to the end of the message. */
  text(): string {
    let text = '';
    while (this.at < this.message.length && this.message[this.at] !== '}') {
      text += this.take(KEPT) ?? this.choice() ?? accented(this.message[this.at++] ?? '');
    }
    return text;
  }

  private choice(): string | undefined {
    let choice = this.take(CHOICE);
    if (choice === undefined) return undefined;
    for (let form = this.take(FORM); form !== undefined; form = this.take(FORM)) {
      choice += form + this.text() + (this.take(/\}/y) ?? '');
    }
    return choice + (this.take(/\s*\}/y) ?? '');
  }
}

/**
 * Returns the message of the pseudo-language for an English one. Its values, tags and forms stay.
 * @example
 * pseudoMessage('Table {number}'); // '[Ţååƀļéé {number}]'
 */
export const pseudoMessage = (message: string): string => `[${new Reader(message).text()}]`;
