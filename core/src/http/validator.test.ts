import { paragraphSchema, quantityChangeSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import { validatorOf } from './validator';

const validate = (schema: z.ZodType, input: unknown) =>
  validatorOf({ schema, method: 'PUT', url: '/', httpPart: 'body' })(input);

test('a text that cannot be stored is refused at any depth', () => {
  const schema = z.object({ lines: z.array(z.string()) });
  expect(validate(schema, { lines: ['a'] })).toEqual({ value: { lines: ['a'] } });
  for (const text of ['\0', '\ud800', '\ufffe', '\uffff', '\ufdd0', '\u{1fffe}']) {
    expect(validate(schema, { lines: ['a', text] })).toEqual({
      error: expect.objectContaining({ code: 'BAD_CHARACTER' }),
    });
  }
});

test('the check does not scan a buffer byte by byte', () => {
  const bytes = Buffer.from('\0');
  const values = jest.spyOn(Object, 'values');
  expect(validate(z.instanceof(Buffer), bytes)).toEqual({ value: bytes });
  expect(values.mock.calls.flat()).not.toContain(bytes);
  values.mockRestore();
});

test.each<[string, z.ZodType, unknown, Record<string, string[]>]>([
  ['a missing field', z.object({ name: z.string() }), {}, { name: ['name is missing.'] }],
  ['a value of another type', z.object({ id: z.int() }), { id: 'x' }, { id: ['id must be a number, not "x".'] }],
  [
    'a number that is too large',
    z.object({ page: z.object({ limit: z.int().max(200) }) }),
    { page: { limit: 201 } },
    { 'page.limit': ['page.limit must be at most 200.'] },
  ],
  ['a missing body', z.object({}), null, { body: ['The body must be an object, not null.'] }],
  [
    'a value whose schema has its own message',
    z.object({ name: z.string('Name is required') }),
    {},
    { name: ['Name is required'] },
  ],
  ['a quantity', quantityChangeSchema, { quantity: 1000 }, { quantity: ['Quantity is a whole number from 1 to 999.'] }],
  [
    'a quantity of a half',
    quantityChangeSchema,
    { quantity: 1.5 },
    { quantity: ['Quantity is a whole number from 1 to 999.'] },
  ],
])('%s is refused in our own words', (_what, schema, input, errors) => {
  expect(validate(schema, input)).toEqual({ error: expect.objectContaining({ code: 'INVALID', errors }) });
});

test.each([
  ['\u200b', ''],
  [' \u2060\n\u200d ', ''],
  ['\u2800', ''],
  ['No onions', 'No onions'],
  ['👩‍🍳', '👩‍🍳'],
])('a note of %j becomes %j', (text, note) => {
  expect(validate(paragraphSchema, text)).toEqual({ value: note });
});
