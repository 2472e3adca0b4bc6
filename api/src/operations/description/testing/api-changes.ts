/** Changes of an OpenAPI document, for tests: those that break a recorded call, and those that break none. */
import type { Call } from 'releases/fits/calls';
import type { JsonSchema } from 'releases/fits/json-schema';

type Fields = Record<string, Schema>;
/** A schema that can be changed. */
export interface Schema extends Omit<JsonSchema, 'properties' | 'required' | 'items' | 'anyOf' | 'enum' | 'type'> {
  type?: string | readonly string[] | undefined;
  enum?: readonly unknown[] | undefined;
  anyOf?: readonly Schema[] | undefined;
  properties?: Fields | undefined;
  required?: readonly string[] | undefined;
  items?: Schema | undefined;
  description?: string;
  [keyword: string]: unknown;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
  description?: string;
}
type Content = Record<string, { schema?: Schema }>;
export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>;
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const JSON_BODY = 'application/json';
const REF = '#/components/schemas/';

/** Replaces each reference by what it names, so that a change concerns one operation. */
export function inlined<Value>(value: Value, { components }: Document, within: readonly string[] = []): Value {
  if (Array.isArray(value)) return value.map((each) => inlined(each, { components } as Document, within)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: string };
  if ($ref?.startsWith(REF)) {
    if (within.includes($ref)) return {} as Value;
    return inlined(components.schemas[$ref.slice(REF.length)] as Value, { components } as Document, [...within, $ref]);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, inlined(child, { components } as Document, within)]),
  ) as Value;
}

export const bodyOf = ({ requestBody }: Operation): Schema | undefined => requestBody?.content[JSON_BODY]?.schema;

/** The bodies of an operation's successes. */
export const successesOf = ({ responses }: Operation): Schema[] =>
  Object.entries(responses).flatMap(([status, { content }]) => {
    const schema = /^2/.test(status) && content?.[JSON_BODY]?.schema;
    return schema ? [schema] : [];
  });

/** A field of a recorded type, with the objects of the document that have it. */
export interface Field {
  /** 'data[].name' */
  path: string;
  name: string;
  /** As recorded. */
  recorded: JsonSchema;
  isRequired: boolean;
  /** The object in the document. */
  parent: Schema & { properties: Fields };
}

/** Lists the fields of a recorded object that the document describes in one way. */
export function fieldsOf(recorded: JsonSchema, described: Schema | undefined, path = ''): Field[] {
  if (!described) return [];
  if (recorded.type === 'array' && described.type === 'array')
    return typeof recorded.items === 'object' ? fieldsOf(recorded.items, described.items, `${path}[]`) : [];
  const { properties } = described;
  if (recorded.type !== 'object' || !properties) return [];
  return Object.entries(recorded.properties ?? {}).flatMap(([name, own]): Field[] => {
    const schema = properties[name];
    if (!schema) return [];
    const field = path ? `${path}.${name}` : name;
    const parent = described as Field['parent'];
    const isRequired = recorded.required?.includes(name) ?? false;
    return [{ path: field, name, recorded: own, isRequired, parent }, ...fieldsOf(own, schema, field)];
  });
}

/** Removes one of the names, or adds it. */
const without = (names: readonly string[] = [], name: string) => names.filter((each) => each !== name);

const isText = ({ type, enum: values }: JsonSchema) => type === 'string' && !values;

/** A kind of change at an operation. It returns false where the operation has nothing to change. */
export type OperationChange = (operation: Operation, call: Call) => boolean;
/** A kind of change at a field that the app reads or sends. */
export type FieldChange = (field: Field) => boolean;

const changed = (parent: Field['parent'], name: string, schema: Schema): true => {
  parent.properties[name] = schema;
  return true;
};

export const BREAKING_OPERATIONS: Readonly<Record<string, OperationChange>> = {
  'a parameter is required': ({ parameters = [] }) =>
    parameters.push({ name: 'region', in: 'query', required: true }) > 0,
  'a header is required': ({ parameters = [] }) =>
    parameters.push({ name: 'x-region', in: 'header', required: true }) > 0,
  'a field of the request is required'(operation) {
    const body = bodyOf(operation);
    if (!body?.properties) return false;
    body.properties.region = { type: 'string' };
    body.required = [...(body.required ?? []), 'region'];
    return true;
  },
  'a sent parameter is no longer accepted'({ parameters = [] }, { query }) {
    const index = parameters.findIndex((each) => each.in === 'query' && query?.properties?.[each.name]);
    return index >= 0 && parameters.splice(index, 1).length > 0;
  },
  'a success has no body'({ responses }, { response }) {
    if (!response) return false;
    for (const status of Object.keys(responses)) if (/^2/.test(status)) delete responses[status];
    responses[204] = { description: 'No Content' };
    return true;
  },
  'there is no success any more'({ responses }) {
    for (const status of Object.keys(responses)) if (/^2/.test(status)) delete responses[status];
    return true;
  },
  'the envelope has another name'(operation, { response }) {
    const body = successesOf(operation)[0];
    const { data, ...rest } = body?.properties ?? {};
    if (!body || !data || !response?.required?.includes('data')) return false;
    body.properties = { ...rest, result: data };
    body.required = [...without(body.required, 'data'), 'result'];
    return true;
  },
};

export const BREAKING_READ_FIELDS: Readonly<Record<string, FieldChange>> = {
  'a read field is gone'({ parent, name, isRequired }) {
    delete parent.properties[name];
    parent.required = without(parent.required, name);
    return isRequired;
  },
  'a read field may be missing'({ parent, name, isRequired }) {
    parent.required = without(parent.required, name);
    return isRequired;
  },
  'a read field may be null'({ parent, name, recorded }) {
    const isNullable = JSON.stringify(recorded).includes('"null"') || Object.keys(recorded).length === 0;
    return !isNullable && changed(parent, name, { anyOf: [parent.properties[name] ?? {}, { type: 'null' }] });
  },
  'a read field has another type': ({ parent, name, recorded }) =>
    isText(recorded) && changed(parent, name, { type: 'object', properties: {} }),
  'a read number is a text': ({ parent, name, recorded }) =>
    recorded.type === 'number' && changed(parent, name, { type: 'string' }),
  'a read list is one of its items': ({ parent, name, recorded }) =>
    recorded.type === 'array' && changed(parent, name, parent.properties[name]?.items ?? { type: 'string' }),
  'a read field has a further value'({ parent, name, recorded }) {
    const values = parent.properties[name]?.enum;
    return Boolean(recorded.enum && values) && changed(parent, name, { enum: [...(values ?? []), 'elsewhere'] });
  },
};

export const BREAKING_SENT_FIELDS: Readonly<Record<string, FieldChange>> = {
  'a sent field is no longer accepted'({ parent, name, isRequired }) {
    delete parent.properties[name];
    parent.required = without(parent.required, name);
    return isRequired;
  },
  'a sent field has another type': ({ parent, name, recorded }) =>
    isText(recorded) && changed(parent, name, { type: 'object', properties: {} }),
  'a sent number has to be a yes or no': ({ parent, name, recorded }) =>
    recorded.type === 'number' && changed(parent, name, { type: 'boolean' }),
  'a sent value is no longer accepted'({ parent, name, recorded }) {
    const [value] = recorded.enum ?? [];
    const values = parent.properties[name]?.enum;
    const left = values?.filter((each) => each !== value) ?? [];
    return value !== undefined && left.length > 0 && changed(parent, name, { enum: left });
  },
};

const eachSuccess =
  (change: (schema: Schema) => void): OperationChange =>
  (operation) => {
    const bodies = successesOf(operation);
    for (const body of bodies) change(body);
    return bodies.length > 0;
  };

/** Calls `change` with each schema inside of another. */
export function eachSchema(schema: Schema | undefined, change: (schema: Schema) => void): void {
  if (!schema) return;
  change(schema);
  const inner = [...Object.values(schema.properties ?? {}), schema.items, ...(schema.anyOf ?? [])];
  for (const each of inner) if (typeof each === 'object') eachSchema(each, change);
}

const inResponses = (change: (schema: Schema) => void): OperationChange =>
  eachSuccess((body) => eachSchema(body, change));
const inRequest =
  (change: (schema: Schema) => void): OperationChange =>
  (operation) => {
    eachSchema(bodyOf(operation), change);
    return bodyOf(operation) !== undefined;
  };

const reversed = (schema: Schema) => {
  if (schema.properties) schema.properties = Object.fromEntries(Object.entries(schema.properties).reverse());
};
const addField = (schema: Schema) => {
  if (schema.properties) schema.properties.added_later = { type: 'string' };
};

const set =
  (fields: Partial<Operation>): OperationChange =>
  (operation) => {
    Object.assign(operation, fields);
    return true;
  };

/** Changes that break no call, at whichever operation. */
export const HARMLESS: Readonly<Record<string, OperationChange>> = {
  'another summary': set({ summary: 'Something else.' }),
  'another description': set({ description: 'Something else.' }),
  'another name': set({ operationId: 'another' }),
  'another tag': set({ tags: ['other'] }),
  'a parameter that may be left out': ({ parameters = [] }) => parameters.push({ name: 'region', in: 'query' }) > 0,
  'a header that may be left out': ({ parameters = [] }) => parameters.push({ name: 'x-region', in: 'header' }) > 0,
  'a cookie': ({ parameters = [] }) => parameters.push({ name: 'region', in: 'cookie', required: true }) > 0,
  'parameters in another order': ({ parameters = [] }) => parameters.reverse().length >= 0,
  'a parameter that is no longer required'({ parameters = [] }) {
    for (const each of parameters) if (each.in === 'query') each.required = false;
    return true;
  },
  'wider limits of parameters'({ parameters = [] }) {
    for (const { schema } of parameters) if (schema) Object.assign(schema, { maxLength: 10_000, maximum: 1e9 });
    return true;
  },
  'descriptions of parameters'({ parameters = [] }) {
    for (const each of parameters) each.description = 'Something else.';
    return true;
  },
  'a further field of the request': inRequest(addField),
  'a request that takes null': inRequest((schema) => {
    for (const [name, own] of Object.entries(schema.properties ?? {}))
      if (schema.properties) schema.properties[name] = { anyOf: [own, { type: 'null' }] };
  }),
  'no field of the request is required': inRequest((schema) => {
    schema.required = [];
  }),
  'a further value in the request': inRequest((schema) => {
    if (schema.enum) schema.enum = [...schema.enum, 'elsewhere'];
  }),
  'any text in place of the values of the request': inRequest((schema) => {
    if (schema.enum?.every((value) => typeof value === 'string'))
      Object.assign(schema, { enum: undefined, type: 'string' });
  }),
  'wider limits in the request': inRequest((schema) => {
    for (const limit of ['maxLength', 'maximum', 'maxItems', 'pattern']) delete schema[limit];
  }),
  'any number in place of a whole one in the request': inRequest((schema) => {
    if (schema.type === 'integer') schema.type = 'number';
  }),
  'fields of the request in another order': inRequest(reversed),
  'descriptions in the request': inRequest((schema) => {
    schema.description = 'Something else.';
  }),
  'a further field of the response': inResponses(addField),
  'a further required field of the response': inResponses((schema) => {
    addField(schema);
    if (schema.properties) schema.required = [...(schema.required ?? []), 'added_later'];
  }),
  'every field of the response is always there': inResponses((schema) => {
    if (schema.properties) schema.required = Object.keys(schema.properties);
  }),
  'whole numbers in the response': inResponses((schema) => {
    if (schema.type === 'number') schema.type = 'integer';
  }),
  'fewer values in the response': inResponses((schema) => {
    if (schema.enum && schema.enum.length > 1) schema.enum = schema.enum.slice(1);
  }),
  'stricter limits in the response': inResponses((schema) => {
    if (schema.type === 'string' && !schema.enum) schema.maxLength = 10;
  }),
  'fields of the response in another order': inResponses(reversed),
  'descriptions in the response': inResponses((schema) => {
    schema.description = 'Something else.';
  }),
  'formats in the response': inResponses((schema) => {
    if (schema.type === 'string') schema.format = 'email';
  }),
  'examples in the response': eachSuccess((body) => {
    body.examples = [{}];
  }),
  'the response is described in two ways': eachSuccess((body) => {
    const copy = structuredClone(body);
    for (const key of Object.keys(body)) delete body[key];
    body.anyOf = [copy, structuredClone(copy)];
  }),
  'a further refusal': ({ responses }) => {
    responses[418] = { description: 'Refused' };
    return true;
  },
  'no refusals': ({ responses }) => {
    for (const status of Object.keys(responses)) if (!/^2/.test(status)) delete responses[status];
    return true;
  },
  'a success with another status'({ responses }) {
    const { 200: success } = responses;
    if (!success) return false;
    delete responses[200];
    responses[201] = success;
    return true;
  },
  'a further form of the response': ({ responses }) => {
    const content = responses[200]?.content;
    if (content) content['text/csv'] = { schema: { type: 'string' } };
    return content !== undefined;
  },
};
