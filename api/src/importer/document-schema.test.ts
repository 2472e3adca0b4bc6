import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentSchema } from './document-schema';

const page = join(__dirname, '../../../docs/reference/venue-document.schema.json');

test('the JSON Schema in the reference is printed from the schema of the import: npm run venue-schema', () => {
  expect(readFileSync(page, 'utf8')).toBe(documentSchema());
});

test('it asks for what has no default, and knows the keys that a person may write', () => {
  const { required, properties } = JSON.parse(documentSchema());
  expect(required).toEqual(['slug', 'name', 'currency', 'timezone', 'tax', 'payment']);
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(['$schema', 'renamed_from', 'vendors']));
});
