/** Writes a JSON schema for people: a type in TypeScript's notation. Pure. */

export interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  items?: JsonSchema | false;
  /** The types of the elements of a tuple. */
  prefixItems?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
}

/** @param indent of the line on which it begins */
export function jsonType(schema: JsonSchema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return joined(choices, ' | ', indent);
  if (schema.allOf) return joined(schema.allOf, ' & ', indent);
  if (schema.properties) return objectType(schema, schema.properties, indent);
  if (schema.prefixItems) return `[${joined(schema.prefixItems, ', ', indent)}]`;
  if (schema.items) return `${bracketed(jsonType(schema.items, indent))}[]`;
  if (typeof schema.additionalProperties === 'object') {
    return `{ [name]: ${jsonType(schema.additionalProperties, indent)} }`;
  }
  return [schema.type ?? 'unknown'].flat().join(' | ');
}

const joined = (schemas: readonly JsonSchema[], by: string, indent: string) =>
  schemas.map((schema) => jsonType(schema, indent)).join(by);

const bracketed = (text: string) => (/^[^{(]* [|&] /.test(text) ? `(${text})` : text);

function objectType({ required = [] }: JsonSchema, properties: Record<string, JsonSchema>, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(
    ([name, schema]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${jsonType(schema, inner)}`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}
