/** Parses JSON with the position of each value, so that a mistake in a document of a thousand lines is reported with its line. */
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
  type Segment,
} from 'jsonc-parser';

export interface Position {
  /** Counts from 1. */
  line: number;
  column: number;
}

type Path = readonly PropertyKey[];

export interface ParsedJson {
  value: unknown;
  /** Returns the position of the value at `path`, or of the nearest existing value around it. */
  positionOf(path: Path): Position;
  /** Returns the position of the key at the end of `path`. */
  keyPositionOf(path: Path): Position;
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

/** The parser accepts strict JSON without comments and trailing commas. */
const STRICT = { disallowComments: true, allowTrailingComma: false };
/** The maximum number of levels. A venue document has about 20. */
const MOST_LEVELS = 60;
const BYTE_ORDER_MARK = /^\ufeff/;

/** The messages by the error names of the library. */
const SENTENCES: Record<string, string> = {
  InvalidSymbol: 'this is no JSON value; texts and keys are in double quotes',
  InvalidNumberFormat: 'this is not a number as JSON writes it',
  UnexpectedEndOfNumber: 'this is not a number as JSON writes it',
  PropertyNameExpected: 'a key in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: "':' is expected here",
  CommaExpected: "',' is expected here",
  CloseBraceExpected: "',' or '}' is expected here",
  CloseBracketExpected: "',' or ']' is expected here",
  EndOfFileExpected: 'nothing more is expected here',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'this text has no closing quote on its line',
  InvalidUnicode: 'this text has an escape that JSON does not allow',
  InvalidEscapeCharacter: 'this text has an escape that JSON does not allow',
  InvalidCharacter: 'this text has a character that JSON wants escaped',
};

/** @throws JsonSyntaxError, also for a duplicate key, because JSON.parse silently keeps the last one */
export function parseJson(withMark: string): ParsedJson {
  // Some editors begin a file with a byte order mark. It changes only the columns of the first line.
  const text = withMark.replace(BYTE_ORDER_MARK, '');
  const positionAt = positionsIn(text);
  refuseDepth(text, positionAt);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, STRICT);
  const [error] = errors;
  if (error) {
    const sentence = SENTENCES[printParseErrorCode(error.error)] ?? 'this is not JSON';
    throw new JsonSyntaxError(sentence, positionAt(error.offset));
  }
  if (!root) throw new JsonSyntaxError('a value is expected here', positionAt(0));
  refuseKeysTwice(root, positionAt);
  return {
    value: JSON.parse(text),
    positionOf: (path) => positionAt(nearestNode(root, path).offset),
    keyPositionOf: (path) => {
      const node = nearestNode(root, path);
      return positionAt(node.parent?.type === 'property' ? node.parent.offset : node.offset);
    },
  };
}

/** Checks the number of levels before the recursive parser, whose stack is limited. */
function refuseDepth(text: string, positionAt: PositionAt): void {
  let levels = 0;
  let isText = false;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset];
    if (isText && character === '\\') offset += 1;
    else if (character === '"') isText = !isText;
    else if (isText) continue;
    else if (character === '{' || character === '[') levels += 1;
    else if (character === '}' || character === ']') levels -= 1;
    if (levels > MOST_LEVELS) {
      const message = `this has more than ${MOST_LEVELS} levels of objects and lists`;
      throw new JsonSyntaxError(message, positionAt(offset));
    }
  }
}

function nearestNode(root: Node, path: Path): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length) as Segment[]);
    if (node) return node;
  }
  return root;
}

function refuseKeysTwice(node: Node, positionAt: PositionAt): void {
  const keys = new Set<string>();
  for (const child of node.children ?? []) {
    const [key] = child.children ?? [];
    if (node.type === 'object' && key) {
      if (keys.has(key.value)) {
        throw new JsonSyntaxError(`the key '${key.value}' is here twice`, positionAt(key.offset));
      }
      keys.add(key.value);
    }
    refuseKeysTwice(child, positionAt);
  }
}

type PositionAt = (offset: number) => Position;

/** The line starts are computed once, because a document with many lines may have as many problems. */
function positionsIn(text: string): PositionAt {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return (offset) => {
    let line = 0;
    let next = starts.length;
    while (next - line > 1) {
      const middle = (line + next) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else next = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
