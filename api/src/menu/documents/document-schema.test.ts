import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentSchema } from './document-schema';
import { printJson } from './print-json';

const page = join(__dirname, '../../../../docs/reference/venue-document.schema.json');

test('the JSON Schema in the reference matches the schema of the import (npm run venue-schema writes it)', () => {
  expect(readFileSync(page, 'utf8')).toBe(documentSchema());
});

test('the JSON Schema requires only fields without a default, and contains every key that a person may write', () => {
  const { required, properties } = JSON.parse(documentSchema());
  expect(required).toEqual(['slug', 'name', 'currency', 'timezone', 'tax', 'payment']);
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['$schema', 'renamed_from', 'vendors']));
});

test('a printed document puts short values on one line', () => {
  const text = printJson({ a: [1, 'two'], b: [{ long: 'x'.repeat(100) }, { c: {}, d: null }] });
  expect(text).toBe(
    `{\n  "a": [1, "two"],\n  "b": [\n    { "long": "${'x'.repeat(100)}" },\n    { "c": {}, "d": null }\n  ]\n}\n`,
  );
});
