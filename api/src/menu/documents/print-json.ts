/** Prints JSON for a person who edits it: a value that fits on a line is on one line, as the formatter of this repository does. Pure. */

const WIDTH = 120;
const STEP = 2;

export const printJson = (value: unknown): string => `${printed(value, { indent: 0, before: 0, after: 0 })}\n`;

interface Line {
  /** The indent of the line on which the value begins. */
  indent: number;
  /** The number of characters before and after the value on its line. */
  before: number;
  after: number;
}

function printed(value: unknown, { indent, before, after }: Line): string {
  const flat = flatOf(value);
  if (typeof value !== 'object' || value === null || before + flat.length + after <= WIDTH) return flat;
  const inner = indent + STEP;
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const lines = entries.map(([name, each], index) => {
    const key = isList ? '' : `${JSON.stringify(name)}: `;
    const comma = index < entries.length - 1 ? 1 : 0;
    return `${' '.repeat(inner)}${key}${printed(each, { indent: inner, before: inner + key.length, after: comma })}`;
  });
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function flatOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${flatOf(each)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
