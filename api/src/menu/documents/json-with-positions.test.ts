import { JsonSyntaxError, parseJson } from './json-with-positions';

test.each([
  ['an empty file', '', 1, 1, 'a value is expected here'],
  ['a trailing comma in an object', '{\n  "a": 1,\n}', 3, 1, 'a key in double quotes is expected here'],
  ['a trailing comma in a list', '[1,\n]', 2, 1, 'a value is expected here'],
  ['a missing colon', '{"a" 1}', 1, 6, "':' is expected here"],
  ['a missing comma', '{"a": 1\n "b": 2}', 2, 2, "',' is expected here"],
  ['a missing value', '{"a":}', 1, 6, 'a value is expected here'],
  ['a missing end', '{"a": 1', 1, 8, "',' or '}' is expected here"],
  ['a value after the end', '1 2', 1, 3, 'nothing more is expected here'],
  ['a key without quotes', '{a: 1}', 1, 2, 'this is no JSON value; texts and keys are in double quotes'],
  ['single quotes', "{'a': 1}", 1, 2, 'this is no JSON value; texts and keys are in double quotes'],
  ['a line break in a text', '{"a": "x\ny"}', 1, 7, 'this text has no closing quote on its line'],
  ['an unknown escape', '["\\q"]', 1, 2, 'this text has an escape that JSON does not allow'],
  ['a comment', '// menu\n{}', 1, 1, 'JSON has no comments'],
  ['a duplicate key', '{"a": 1,\n "b": {"c": 1, "c": 2}}', 2, 16, "the key 'c' is here twice"],
])('the error for %s names its line and column', (_what, text, line, column, message) => {
  const thrown = (() => {
    try {
      return parseJson(text);
    } catch (error) {
      return error;
    }
  })();
  expect(thrown).toBeInstanceOf(JsonSyntaxError);
  expect(thrown).toMatchObject({ message, position: { line, column } });
});

test('the position of a path is that of its value, or of the surrounding object if the value is missing', () => {
  const { value, positionOf } = parseJson('\ufeff{\n  "vendors": [\n    {"name": "Kumo"}\n  ]\n}');
  expect(value).toEqual({ vendors: [{ name: 'Kumo' }] });
  expect(positionOf(['vendors', 0, 'name'])).toEqual({ line: 3, column: 14 });
  expect(positionOf(['vendors', 0, 'menus', 2])).toEqual({ line: 3, column: 5 });
  expect(positionOf([])).toEqual({ line: 1, column: 1 });
});

test('the reader finds every value of a large document', () => {
  const { positionOf } = parseJson(`[\n${'  "a line of a menu that goes on for a while",\n'.repeat(40_000)}0]`);
  const found = Array.from({ length: 40_000 }, (_, index) => positionOf([index]));
  expect(found).toEqual(found.map((_, index) => ({ line: index + 2, column: 3 })));
  expect(positionOf([40_000])).toEqual({ line: 40_002, column: 1 });
});

test('a key named __proto__ is read like any other key', () => {
  const { value } = parseJson('{"__proto__": {"polluted": true}}');
  expect(Object.keys(value as object)).toEqual(['__proto__']);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
