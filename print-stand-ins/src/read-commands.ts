/**
 * Reads the commands of receipt printers back into lines, for tests. It knows the commands that receiptline writes, and throws at any other.
 *
 * ESC/POS: https://download4.epson.biz/sec_pubs/pos/reference_en/escpos/. StarPRNT and Star Line Mode: 'StarPRNT Command Specifications'.
 */
import iconv from 'iconv-lite';

interface Command {
  /** The bytes of the whole command, given the bytes from its start; NaN if the bytes that say so are still missing. */
  length: (bytes: Buffer) => number;
  does?: (paper: Paper, bytes: Buffer) => void;
}

type CommandSet = ReadonlyMap<string, Command>;

/** One byte for each dot's eighth, of a picture whose sizes are at these places. */
const little = (bytes: Buffer, at: number) => (bytes.length < at + 2 ? Number.NaN : bytes.readUInt16LE(at));

class Paper {
  readonly lines: string[] = [];
  #line = '';
  #column = 0;
  page = 'cp437';
  width = 1;

  write(bytes: Buffer): void {
    const letters =
      this.page === 'katakana' ? bytes.toString('latin1').replaceAll('\x95', '─') : iconv.decode(bytes, this.page);
    this.#line += letters;
    this.#column += letters.length * this.width;
  }

  /** @param dots from the start of the line */
  moveTo(dots: number): void {
    const column = Math.round(dots / 12);
    this.#line += ' '.repeat(Math.max(0, column - this.#column));
    this.#column = Math.max(column, this.#column);
  }

  moveBy(dots: number): void {
    this.moveTo(this.#column * 12 + dots);
  }

  feed(): void {
    this.lines.push(this.#line);
    this.#line = '';
    this.#column = 0;
  }

  note(words: string): void {
    this.lines.push(`[${words}]`);
  }
}

const fixed = (length: number, does?: Command['does']): Command => ({ length: () => length, ...(does && { does }) });
const chosenPage = (pages: Readonly<Record<number, string>>, at: number): Command =>
  fixed(at + 1, (paper, bytes) => {
    const page = pages[bytes[at] ?? -1];
    if (page === undefined) throw new Error(`Code page ${bytes[at]} is not known`);
    paper.page = page;
  });

export const ESC_POS: CommandSet = new Map<string, Command>([
  ['\n', fixed(1, (paper) => paper.feed())],
  ['\x1b@', fixed(2)],
  ['\x1da', fixed(3)],
  ['\x1bM', fixed(3)],
  ['\x1c(A', { length: (bytes) => 5 + little(bytes, 3) }],
  ['\x1b ', fixed(3)],
  ['\x1cS', fixed(4)],
  ['\x1b2', fixed(2)],
  ['\x1b3', fixed(3)],
  ['\x1b{', fixed(3)],
  ['\x1c.', fixed(2)],
  ['\x1cC', fixed(3)],
  ['\x1dr', fixed(3)],
  ['\x1dL', fixed(4)],
  ['\x1dW', fixed(4)],
  ['\x1ba', fixed(3)],
  ['\x1b$', fixed(4, (paper, bytes) => paper.moveTo(bytes.readUInt16LE(2)))],
  ['\x1b\\', fixed(4, (paper, bytes) => paper.moveBy(bytes.readInt16LE(2)))],
  ['\x1bt', chosenPage({ 0: 'cp437', 1: 'katakana', 16: 'win1252', 17: 'cp866', 18: 'cp852', 19: 'cp858' }, 2)],
  ['\x1d!', fixed(3, (paper, bytes) => (paper.width = ((bytes[2] ?? 0) >> 4) + 1))],
  ['\x1dVB', fixed(4, (paper) => paper.note('cut'))],
  ['\x1b-', fixed(3)],
  ['\x1c-', fixed(3)],
  ['\x1bE', fixed(3)],
  ['\x1dB', fixed(3)],
  [
    '\x1d8L',
    {
      length: (bytes) => (bytes.length < 7 ? Number.NaN : 7 + bytes.readUInt32LE(3)),
      does: (paper, bytes) => paper.note(`picture ${little(bytes, 13)} × ${little(bytes, 15)}`),
    },
  ],
  ['\x1d(L', { length: (bytes) => 5 + little(bytes, 3) }],
]);

const STAR: CommandSet = new Map<string, Command>([
  ['\n', fixed(1, (paper) => paper.feed())],
  ['\x0f', fixed(1)],
  ['\x12', fixed(1)],
  ['\x04', fixed(1)],
  ['\x1b@', fixed(2)],
  ['\x1b\x1ea', fixed(4)],
  ['\x1b\x1eF', fixed(4)],
  ['\x1b ', fixed(3)],
  ['\x1bs', fixed(4)],
  ['\x1bz', fixed(3)],
  ['\x1b0', fixed(2)],
  ['\x1b\x1d\x03', fixed(6)],
  ['\x1bl', fixed(3)],
  ['\x1bQ', fixed(3)],
  ['\x1b\x1da', fixed(4)],
  ['\x1b\x1dA', fixed(5, (paper, bytes) => paper.moveTo(bytes.readUInt16LE(3)))],
  ['\x1b\x1dR', fixed(5, (paper, bytes) => paper.moveBy(bytes.readInt16LE(3)))],
  ['\x1bd', fixed(3, (paper) => paper.note('cut'))],
  ['\x1b-', fixed(3)],
  ['\x1bE', fixed(2)],
  ['\x1bF', fixed(2)],
  ['\x1b4', fixed(2)],
  ['\x1b5', fixed(2)],
  ['\x1bi', fixed(4, (paper, bytes) => (paper.width = (bytes[3] ?? 0) + 1))],
  ['\x1b\x1dt', chosenPage({ 1: 'cp437', 4: 'cp858', 5: 'cp852', 10: 'cp866', 32: 'win1252' }, 3)],
  [
    '\x1b\x1dS',
    {
      length: (bytes) => 9 + little(bytes, 4) * little(bytes, 6),
      does: (paper, bytes) => paper.note(`picture ${little(bytes, 4) * 8} × ${little(bytes, 6)}`),
    },
  ],
  [
    '\x1bk',
    {
      length: (bytes) => 4 + little(bytes, 2) * 24,
      does: (paper, bytes) => paper.note(`picture ${little(bytes, 2) * 8} × 24`),
    },
  ],
]);

interface Read {
  /** The command, or '' for letters. */
  prefix: string;
  bytes: Buffer;
  /** The place behind it. */
  end: number;
}

/** Takes bytes apart. It ends before a command that is not whole yet. */
export function* commandsOf(all: Buffer, commands: CommandSet): Generator<Read> {
  let at = 0;
  while (at < all.length) {
    const first = all[at] ?? 0;
    if (first >= 0x20) {
      let end = at + 1;
      while ((all[end] ?? 0) >= 0x20) end += 1;
      yield { prefix: '', bytes: all.subarray(at, end), end };
      at = end;
      continue;
    }
    const rest = all.subarray(at);
    const prefix = [1, 2, 3].map((length) => rest.toString('latin1', 0, length)).find((start) => commands.has(start));
    const command = prefix === undefined ? undefined : commands.get(prefix);
    if (prefix === undefined || !command) {
      if (rest.length < 3) return;
      throw new Error(`The command ${rest.subarray(0, 4).toString('hex')} at ${at} is not known`);
    }
    const length = command.length(rest);
    if (!(length <= rest.length)) return;
    yield { prefix, bytes: rest.subarray(0, length), end: at + length };
    at += length;
  }
}

function read(bytes: Buffer, commands: CommandSet): string[] {
  const paper = new Paper();
  for (const { prefix, bytes: part } of commandsOf(bytes, commands)) {
    if (prefix === '') paper.write(part);
    else commands.get(prefix)?.does?.(paper, part);
  }
  return paper.lines;
}

/**
 * Reads ESC/POS as the lines on the paper.
 * @example
 * readEscPos(bytes); // ['K-101', '────', '[picture 576 × 61]', '[cut]']
 */
export const readEscPos = (bytes: Buffer): string[] => read(bytes, ESC_POS);

/** Reads StarPRNT or Star Line Mode as the lines on the paper. */
export const readStar = (bytes: Buffer): string[] => read(bytes, STAR);
