/** Tests that the server sends valid HTML, since each browser repairs invalid HTML in its own way. */
import { HtmlValidate } from 'html-validate';
import { expect, test } from './support/test';

const PAGES = [
  '/',
  '/venues',
  '/venues/1/vendors',
  '/venues/1/vendors/location/12',
  '/venues/1/vendors/1',
  '/venues/1/vendors/1/items/1',
  '/venues/1/vendors/999999',
  '/queues',
  '/login',
  '/accessibility',
  '/nowhere',
  '/shell',
  '/desk',
];

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    // These rules concern style alone: React and the build write either form.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
  },
});

test('each page that the server sends is valid HTML', { tag: '@core' }, async ({ customer }) => {
  const problems: string[] = [];
  for (const address of PAGES) {
    const response = await customer.request.get(address, { headers: { accept: 'text/html' } });
    const { results } = await validator.validateString(await response.text());
    for (const { ruleId, message, line, column } of results.flatMap(({ messages }) => messages)) {
      problems.push(`${address}:${line}:${column} ${message} (${ruleId})`);
    }
  }
  expect(problems).toEqual([]);
});
