import { z } from 'zod';
import { validatorOf } from './validator';

const validate = (schema: z.ZodType, input: unknown) =>
  validatorOf({ schema, method: 'PUT', url: '/', httpPart: 'body' })(input);

test('text that cannot be stored is refused, however deep it is', () => {
  const schema = z.object({ lines: z.array(z.string()) });
  expect(validate(schema, { lines: ['a'] })).toEqual({ value: { lines: ['a'] } });
  for (const text of ['\0', '\ud800', '\ufffe', '\uffff', '\ufdd0', '\u{1fffe}']) {
    expect(validate(schema, { lines: ['a', text] })).toEqual({
      error: expect.objectContaining({ code: 'BAD_CHARACTER' }),
    });
  }
});

test('bytes are not looked through one by one', () => {
  const bytes = Buffer.from('\0');
  const values = jest.spyOn(Object, 'values');
  expect(validate(z.instanceof(Buffer), bytes)).toEqual({ value: bytes });
  expect(values.mock.calls.flat()).not.toContain(bytes);
  values.mockRestore();
});
