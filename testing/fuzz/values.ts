/** Makes values that fit a JSON schema, and the same values with one mistake. */
import fc from 'fast-check';
import { z } from 'zod';

export interface JsonSchema {
  /** A list allows each of its types: a number or null. */
  type?: string | string[] | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  items?: JsonSchema | false | undefined;
  prefixItems?: JsonSchema[] | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  anyOf?: JsonSchema[] | undefined;
  oneOf?: JsonSchema[] | undefined;
  allOf?: JsonSchema[] | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  exclusiveMinimum?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  pattern?: string | undefined;
  format?: string | undefined;
}

/** The part of JSON Schema that the API's documents use. */
export const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    items: z.union([jsonSchema, z.literal(false)]).optional(),
    prefixItems: z.array(jsonSchema).optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    anyOf: z.array(jsonSchema).optional(),
    oneOf: z.array(jsonSchema).optional(),
    allOf: z.array(jsonSchema).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    pattern: z.string().optional(),
    format: z.string().optional(),
  }),
);

/** The most entries of a generated list, and characters of a generated text. More would prove nothing more. */
const LONGEST = 20;

function fitsText({ pattern, format, minLength = 0, maxLength = LONGEST }: JsonSchema): fc.Arbitrary<unknown> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl({ validSchemes: ['https'] });
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, LONGEST)) });
}

function fitsNumber({ type, minimum, maximum, exclusiveMinimum }: JsonSchema): fc.Arbitrary<unknown> {
  const min = minimum ?? (exclusiveMinimum === undefined ? -1_000 : exclusiveMinimum + 1);
  const max = Math.min(maximum ?? 1_000_000, 1_000_000);
  // Small numbers are the ids of existing rows.
  return type === 'integer'
    ? fc.oneof(fc.integer({ min, max }), fc.integer({ min: Math.max(1, min), max: Math.min(12, max) }))
    : fc.oneof(fc.double({ min, max, noNaN: true }), fc.integer({ min: Math.max(1, min), max: Math.min(12, max) }));
}

/** A value that the schema allows. */
export function fits(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(fits));
  if (schema.allOf) return fc.tuple(...schema.allOf.map(fits)).map((parts) => Object.assign({}, ...parts));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => fits({ ...schema, type })));
  switch (schema.type) {
    case 'object': {
      const properties: Record<string, fc.Arbitrary<unknown>> = {};
      for (const [name, each] of Object.entries(schema.properties ?? {})) properties[name] = fits(each);
      const requiredKeys = (schema.required ?? []).filter((name) => name in properties);
      return fc.record(properties, { requiredKeys });
    }
    case 'array':
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map(fits));
      return fc.array(fits(schema.items || {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 5, 5)),
      });
    case 'string':
      return fitsText(schema);
    case 'integer':
    case 'number':
      return fitsNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

/**
 * Makes an object that has the property itself, as JSON.parse does. An object literal would set the prototype if the name is '__proto__'.
 */
const own = (name: string, value: unknown): unknown => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);

const POLLUTION = { polluted: 'yes', isAdmin: true };

/** Texts that have broken parsers, databases, logs, files and queries elsewhere. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfffx',
  '\ufeff',
  '\u202e',
  '👩‍👩‍👧‍👦',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table users; --",
  '%',
  '%s%n',
  '#{7*7}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'NaN',
  'Infinity',
  '1e999',
  '-1',
  '0x10',
  '9223372036854775808',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  'a@b',
  'x'.repeat(10_000),
  'é'.repeat(3_000),
];

/** Any value that a caller may send in place of another. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    1.5,
    0.1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53 + 2,
    2 ** 63,
    1e21,
    1e308,
    5e-324,
    [],
    {},
    [null],
    [[]],
    nested(500),
    own('__proto__', POLLUTION),
    own('constructor', { prototype: POLLUTION }),
    Array(1_000).fill(0),
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
);

type Path = readonly (string | number)[];

/** Lists the paths of the value itself and of each value in it. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [path, ...[...inner].flatMap(([key, each]) => placesIn(each, [...path, key]))];
}

/** Copies the value and lets `change` replace the part at the path. Undefined removes it. */
function changedAt(value: unknown, [key, ...rest]: Path, change: (before: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.flatMap((each, index) => {
      const next = index === key ? changedAt(each, rest, change) : each;
      return next === undefined ? [] : [next];
    });
  }
  const entries = Object.entries(value as object).map(([name, each]) => [
    name,
    name === key ? changedAt(each, rest, change) : each,
  ]);
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined));
}

type Change = (bad: unknown) => (before: unknown) => unknown;

const CHANGES: readonly Change[] = [
  (bad) => () => bad,
  () => () => undefined,
  (bad) => (before) => [before, bad],
  (bad) => (before) =>
    typeof before === 'object' && before !== null && !Array.isArray(before) ? { ...before, unknown: bad } : bad,
  () => (before) =>
    typeof before === 'object' && before !== null
      ? Object.defineProperty({ ...before }, '__proto__', { value: POLLUTION, enumerable: true })
      : String(before),
  () => (before) => (typeof before === 'number' ? -before : Array(200).fill(before)),
];

/** @returns values with one change */
export function mutated(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(values, fc.nat(), fc.constantFrom(...CHANGES), hostile).map(([value, at, change, bad]) => {
    const places = placesIn(value);
    return changedAt(value, places[at % places.length] ?? [], change(bad));
  });
}
