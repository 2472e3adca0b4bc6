/** JSON that remembers where each value stood, so that a mistake in a document of a thousand lines is named by its line. */

export interface Position {
  /** From 1. */
  line: number;
  column: number;
}

type Path = readonly PropertyKey[];

export interface ParsedJson {
  value: unknown;
  /** Of the value at `path`, or of the nearest one around it that exists. */
  positionOf(path: Path): Position;
}

export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  constructor(
    message: string,
    readonly position: Position,
  ) {
    super(message);
  }
}

interface Node {
  value: unknown;
  offset: number;
  children: Map<string, Node>;
}

/** @throws JsonSyntaxError; also for a key that an object has twice, of which JSON.parse silently keeps the last. */
export function parseJson(text: string): ParsedJson {
  const root = new Parser(text).parse();
  return {
    value: root.value,
    positionOf: (path) => {
      let node = root;
      for (const key of path) {
        const child = node.children.get(String(key));
        if (!child) break;
        node = child;
      }
      return positionAt(text, node.offset);
    },
  };
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|"(?:[^"\\]|\\.)*"/y;

class Parser {
  private offset: number;

  constructor(private readonly text: string) {
    // A byte order mark, as some editors write it.
    this.offset = text.startsWith('\ufeff') ? 1 : 0;
  }

  parse(): Node {
    const node = this.value();
    this.space();
    if (this.offset < this.text.length) this.fail('nothing more is expected here');
    return node;
  }

  private value(): Node {
    this.space();
    switch (this.text[this.offset]) {
      case '{':
        return this.object();
      case '[':
        return this.array();
      default:
        return this.scalar();
    }
  }

  private scalar(): Node {
    const { offset } = this;
    SCALAR.lastIndex = offset;
    const [match] = SCALAR.exec(this.text) ?? [];
    if (match === undefined) return this.fail('a value is expected here');
    this.offset += match.length;
    try {
      return { value: JSON.parse(match), offset, children: new Map() };
    } catch {
      this.offset = offset;
      return this.fail('this text has a line break or an escape that JSON does not allow');
    }
  }

  private object(): Node {
    const node: Node = { value: {}, offset: this.offset, children: new Map() };
    this.offset += 1;
    if (this.take('}')) return node;
    do {
      this.space();
      const keyOffset = this.offset;
      const key =
        this.text[this.offset] === '"' ? this.scalar().value : this.fail('a key in double quotes is expected here');
      if (typeof key !== 'string') return this.fail('a key is expected here');
      if (node.children.has(key)) {
        this.offset = keyOffset;
        this.fail(`the key '${key}' is here twice`);
      }
      if (!this.take(':')) this.fail("':' is expected here");
      node.children.set(key, this.value());
    } while (this.take(','));
    if (!this.take('}')) this.fail("',' or '}' is expected here");
    node.value = Object.fromEntries([...node.children].map(([key, child]) => [key, child.value]));
    return node;
  }

  private array(): Node {
    const node: Node = { value: [], offset: this.offset, children: new Map() };
    this.offset += 1;
    if (this.take(']')) return node;
    do {
      node.children.set(String(node.children.size), this.value());
    } while (this.take(','));
    if (!this.take(']')) this.fail("',' or ']' is expected here");
    node.value = [...node.children.values()].map((child) => child.value);
    return node;
  }

  private space(): void {
    while (/[ \t\r\n]/.test(this.text[this.offset] ?? '')) this.offset += 1;
  }

  private take(character: string): boolean {
    this.space();
    if (this.text[this.offset] !== character) return false;
    this.offset += 1;
    return true;
  }

  private fail(message: string): never {
    throw new JsonSyntaxError(message, positionAt(this.text, this.offset));
  }
}
