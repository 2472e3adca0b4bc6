/** Reads an xlsx file by its own specification, without the library that wrote it. */
import { inflateRawSync } from 'node:zlib';

export interface ReadCell {
  type: 'text' | 'number';
  value: string | number;
  hasFormula: boolean;
  /** The format of a number; 'General' by default. */
  format: string;
}

export interface ReadSheet {
  names: string[];
  /** Tells whether the sheet's XML was stored compressed. */
  isCompressed: boolean;
  rows: ReadCell[][];
  /** The widths of the columns, in characters. */
  widths: number[];
}

export function readSpreadsheet(file: Uint8Array): ReadSheet {
  const files = unzip(Buffer.from(file));
  const xml = (name: string): string => {
    const found = files.get(name);
    if (!found) throw new Error(`The file has no ${name}, only ${[...files.keys()].join(', ')}`);
    return found.data.toString('utf8');
  };
  const shared = elements(xml('xl/sharedStrings.xml'), 'si').map(({ inside }) =>
    unescaped(elementText(inside, 't') ?? ''),
  );
  const sheet = xml('xl/worksheets/sheet1.xml');
  const formats = cellFormats(xml('xl/styles.xml'));
  const rows = elements(sheet, 'row').map(({ inside }) =>
    elements(inside, 'c').map((cell) => readCell(cell, shared, formats)),
  );
  return {
    names: elements(xml('xl/workbook.xml'), 'sheet').map(({ attributes }) => attribute(attributes, 'name') ?? ''),
    isCompressed: files.get('xl/worksheets/sheet1.xml')?.isCompressed ?? false,
    rows,
    widths: elements(sheet, 'col').map(({ attributes }) => Math.floor(Number(attribute(attributes, 'width')))),
  };
}

/** Decodes escapes: '_x0041_' stands for 'A' (ECMA-376, ST_Xstring). */
const unescaped = (text: string): string =>
  text.replace(/_x([\da-f]{4})_/gi, (_whole, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Returns the format of each style of a cell. */
function cellFormats(styles: string): string[] {
  const [cellXfs] = elements(styles, 'cellXfs');
  const codes = new Map(
    elements(styles, 'numFmt').map(({ attributes }) => [
      attribute(attributes, 'numFmtId'),
      attribute(attributes, 'formatCode') ?? '',
    ]),
  );
  return elements(cellXfs?.inside ?? '', 'xf').map(
    ({ attributes }) =>
      codes.get(attribute(attributes, 'numFmtId')) ?? BUILT_IN[attribute(attributes, 'numFmtId') ?? ''] ?? 'General',
  );
}

/** The formats that every reader knows by number. */
const BUILT_IN: Record<string, string> = { 1: '0', 2: '0.00' };

interface XmlElement {
  attributes: string;
  inside: string;
}

/** Finds the elements of a name. They must not contain elements of the same name. */
function elements(xml: string, name: string): XmlElement[] {
  const pattern = new RegExp(`<${name}(?=[\\s/>])([^>]*?)(?:/>|>(.*?)</${name}>)`, 'gs');
  return [...xml.matchAll(pattern)].map(([, attributes = '', inside = '']) => ({ attributes, inside }));
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value === undefined ? undefined : decode(value);
}

function elementText(xml: string, name: string): string | undefined {
  const [found] = elements(xml, name);
  return found && decode(found.inside);
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function decode(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

function readCell({ attributes, inside }: XmlElement, shared: readonly string[], formats: readonly string[]): ReadCell {
  const value = elementText(inside, 'v') ?? '';
  const hasFormula = elementText(inside, 'f') !== undefined;
  const type = attribute(attributes, 't') ?? 'n';
  const format = formats[Number(attribute(attributes, 's') ?? 0)] ?? 'General';
  if (type === 'n') return { type: 'number', value: Number(value), hasFormula, format };
  if (type === 's') return { type: 'text', value: shared[Number(value)] ?? 'missing', hasFormula, format };
  throw new Error(`Cell ${attribute(attributes, 'r')} is of type ${type}`);
}

/** Unpacks an archive by the central directory at its end (PKWARE's APPNOTE, 4.3.12 and 4.3.16). */
function unzip(archive: Buffer): Map<string, { data: Buffer; isCompressed: boolean }> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const files = new Map<string, { data: Buffer; isCompressed: boolean }>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const isCompressed = archive.readUInt16LE(at + 10) === 8;
    const size = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const stored = archive.subarray(start, start + size);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name.replace(/^\//, ''), { data: isCompressed ? inflateRawSync(stored) : stored, isCompressed });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
