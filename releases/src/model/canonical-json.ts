/**
 * Writes a value in the canonical form of JSON that the signatures of The Update Framework cover: sorted keys, no spaces, and no escaped
 * characters except quotation marks and backslashes.
 * @param value as JSON.parse returns it
 * @throws for a number with a fraction, which the form does not have
 * @example canonicalJson({ b: [1], a: 'x' }) // '{"a":"x","b":[1]}'
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, each]) => `${quoted(name)}:${canonicalJson(each)}`).join()}}`;
  }
  if (typeof value === 'number' && !Number.isInteger(value)) throw new Error(`${value} has no canonical form.`);
  return String(value);
}

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
