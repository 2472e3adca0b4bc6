/** Decides whether values of one JSON schema may be read by the rules of another. Pure. It knows the keywords that types of TypeScript have. */

export interface JsonSchema {
  $ref?: string | undefined;
  type?: string | readonly string[] | undefined;
  const?: unknown;
  enum?: readonly unknown[] | undefined;
  anyOf?: readonly JsonSchema[] | undefined;
  oneOf?: readonly JsonSchema[] | undefined;
  allOf?: readonly JsonSchema[] | undefined;
  items?: JsonSchema | boolean | undefined;
  /** The schemas of the elements of a tuple. */
  prefixItems?: readonly JsonSchema[] | undefined;
  properties?: Readonly<Record<string, JsonSchema>> | undefined;
  required?: readonly string[] | undefined;
  additionalProperties?: boolean | JsonSchema | undefined;
}

/** Finds the schema that a `$ref` names. */
export type Resolve = (ref: string) => JsonSchema | undefined;

/** One of the forms that a value may have. */
export interface Form {
  /** 'unknown' is a value about which the schema says nothing. */
  type: 'unknown' | 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';
  /** The only values that it may have. By default, every value of the type. */
  values?: readonly unknown[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: ReadonlySet<string>;
  /** The schema of further fields, if it names one. */
  others?: JsonSchema;
}

const UNKNOWN: readonly Form[] = [{ type: 'unknown' }];

/** Lists the forms of a schema. References are followed, and an integer counts as a number. */
export function formsOf(schema: JsonSchema, resolve: Resolve = () => undefined): readonly Form[] {
  if (schema.$ref !== undefined) {
    const found = resolve(schema.$ref);
    return found ? formsOf(found, resolve) : UNKNOWN;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.flatMap((choice) => formsOf(choice, resolve));
  if (schema.allOf) return formsOf(joined(schema.allOf, resolve), resolve);
  if ('const' in schema) return formsOfValues([schema.const]);
  if (schema.enum) return formsOfValues(schema.enum);
  const types = schema.type === undefined ? impliedTypes(schema) : [schema.type].flat();
  return types.length === 0 ? UNKNOWN : types.map((type) => formOfType(type, schema));
}

const impliedTypes = ({ properties, items }: JsonSchema) => (properties ? ['object'] : items ? ['array'] : []);

const typeOfValue = (value: unknown) => (value === null ? 'null' : typeof value) as Form['type'];

function formsOfValues(values: readonly unknown[]): Form[] {
  const types = [...new Set(values.map(typeOfValue))];
  return types.map((type) => ({ type, values: values.filter((value) => typeOfValue(value) === type) }));
}

function formOfType(type: string, schema: JsonSchema): Form {
  if (type === 'integer' || type === 'number') return { type: 'number' };
  if (type === 'array') return { type, items: itemsOf(schema) };
  if (type !== 'object') return { type: type as Form['type'] };
  const { properties = {}, required = [], additionalProperties: others } = schema;
  return { type, properties, required: new Set(required), ...(typeof others === 'object' && { others }) };
}

const itemsOf = ({ items, prefixItems }: JsonSchema): JsonSchema =>
  prefixItems ? { anyOf: prefixItems } : typeof items === 'object' ? items : {};

/** Joins the objects of an intersection. */
function joined(schemas: readonly JsonSchema[], resolve: Resolve): JsonSchema {
  const forms = schemas.flatMap((schema) => formsOf(schema, resolve));
  if (forms.some(({ type }) => type !== 'object')) return {};
  return {
    type: 'object',
    properties: Object.assign({}, ...forms.map(({ properties }) => properties)),
    required: forms.flatMap(({ required }) => [...(required ?? [])]),
  };
}

/** A difference at a field. `field` is its name as code writes it: 'data[].name', or '' for the whole value. */
export interface Difference {
  field: string;
  /** Ends the sentence that begins with the field: 'is gone', 'may be null'. */
  what: string;
}

/** How a difference is told, since given and wanted mean other sides for a response than for a request. */
export interface Telling {
  /** A required field that is not given at all, and one that is given only sometimes. */
  missing: string;
  optional: string;
  /** A value of another type, or outside of the list. */
  otherType: (given: string, wanted: string) => string;
  otherValues: (values: string) => string;
  /** A given field that is not wanted. Without it, further fields are fine. */
  unwanted?: string;
  /** True if code of several operations sends the value, so that fields that it sends only sometimes may be meant for another one. */
  isShared?: boolean;
  /** Whether a text, a number or an unknown value that is not limited counts as different from a list of values, or from a known type. */
  isOpenRefused: boolean;
}

const MOST_DEPTH = 24;
const quoted = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ');

interface Sides {
  given: Resolve;
  wanted: Resolve;
  telling: Telling;
}

/**
 * Lists the differences because of which a given value is not a wanted one: each form that may be given has to fit a form that is wanted. Of
 * several wanted forms, the one with the fewest differences is reported.
 */
export function differencesOf(
  given: JsonSchema,
  wanted: JsonSchema,
  sides: Sides,
  field = '',
  depth = 0,
): Difference[] {
  if (depth > MOST_DEPTH) return [];
  const accepted = formsOf(wanted, sides.wanted);
  if (accepted.some(({ type }) => type === 'unknown')) return [];
  const found = formsOf(given, sides.given).flatMap((form) => {
    const best = differencesToBest(form, accepted, sides, field, depth);
    return best ?? [{ field, what: sides.telling.otherType(form.type, wordsOf(accepted)) }];
  });
  return [...new Map(found.map((each) => [`${each.field} ${each.what}`, each])).values()];
}

const wordsOf = (forms: readonly Form[]) => [...new Set(forms.map(({ type }) => type))].join(' or ');

/** @returns undefined if no wanted form has the type of the given one */
function differencesToBest(
  form: Form,
  accepted: readonly Form[],
  sides: Sides,
  field: string,
  depth: number,
): Difference[] | undefined {
  const { telling } = sides;
  if (form.type === 'unknown') return telling.isOpenRefused ? undefined : [];
  const candidates = accepted.filter(({ type }) => type === form.type);
  if (candidates.length === 0) return undefined;
  if (form.type === 'object' || form.type === 'array') {
    const results = candidates.map((candidate) => differencesOfForms(form, candidate, sides, field, depth));
    return results.reduce((best, next) => (next.length < best.length ? next : best));
  }
  if (candidates.some(({ values }) => values === undefined)) return [];
  const known = candidates.flatMap(({ values = [] }) => values);
  // Both values of a boolean.
  if (!form.values && form.type === 'boolean' && known.includes(true) && known.includes(false)) return [];
  if (!form.values) return telling.isOpenRefused ? [{ field, what: telling.otherValues('other values') }] : [];
  const others = form.values.filter((value) => !known.includes(value));
  return others.length > 0 ? [{ field, what: telling.otherValues(quoted(others)) }] : [];
}

function differencesOfForms(given: Form, wanted: Form, sides: Sides, field: string, depth: number): Difference[] {
  if (given.type === 'array')
    return differencesOf(given.items ?? {}, wanted.items ?? {}, sides, `${field}[]`, depth + 1);
  const { telling } = sides;
  const differences: Difference[] = [];
  const named = (name: string) => (field === '' ? name : `${field}.${name}`);
  for (const [name, schema] of Object.entries(wanted.properties ?? {})) {
    const own = given.properties?.[name] ?? given.others;
    const isRequired = wanted.required?.has(name);
    if (!own) {
      if (isRequired) differences.push({ field: named(name), what: telling.missing });
      continue;
    }
    if (isRequired && !given.required?.has(name) && !telling.isShared)
      differences.push({ field: named(name), what: telling.optional });
    differences.push(...differencesOf(own, schema, sides, named(name), depth + 1));
  }
  for (const [name, schema] of Object.entries(given.properties ?? {})) {
    if (wanted.properties && name in wanted.properties) continue;
    if (wanted.others) differences.push(...differencesOf(schema, wanted.others, sides, named(name), depth + 1));
    else if (telling.unwanted !== undefined && !(telling.isShared && !given.required?.has(name)))
      differences.push({ field: named(name), what: telling.unwanted });
  }
  if (given.others && wanted.others)
    differences.push(...differencesOf(given.others, wanted.others, sides, `${field}[…]`, depth + 1));
  return differences;
}
