import { type JsonSchema, jsonType } from './json-type';

test.each<[string, JsonSchema, string]>([
  ['a simple type', { type: 'integer' }, 'integer'],
  ['a type with a name', { $ref: '#/components/schemas/Order' }, 'Order'],
  ['a value with several types', { type: ['string', 'null'] }, 'string | null'],
  ['a constant', { const: true }, 'true'],
  ['an enumeration', { type: 'string', enum: ['new', 'paid'] }, '"new" | "paid"'],
  ['an array', { type: 'array', items: { type: 'string' } }, 'string[]'],
  ['an array of several types', { items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [
    'a pair',
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
    '[string, integer]',
  ],
  ['an intersection', { allOf: [{ type: 'string' }, { const: 1 }] }, 'string & 1'],
  ['a record', { type: 'object', additionalProperties: { type: 'number' } }, '{ [name]: number }'],
  ['an object without fields', { type: 'object', properties: {} }, '{}'],
  ['an unknown value', {}, 'unknown'],
  [
    'an object in an array',
    {
      properties: {
        data: { items: { properties: { id: { type: 'integer' }, name: { type: 'string' } }, required: ['id'] } },
      },
      required: ['data'],
    },
    '{\n  data: {\n    id: integer\n    name?: string\n  }[]\n}',
  ],
])('the schema of %s becomes a type', (_what, schema, text) => {
  expect(jsonType(schema)).toBe(text);
});
