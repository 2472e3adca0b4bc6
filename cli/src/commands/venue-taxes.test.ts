import { foodhall } from '../testing/run-command';

const taxes = [
  { id: 1, slug: 'alcohol', name: 'Alcohol', rate: 20 },
  { id: 2, slug: 'food', name: 'Food', rate: 7.25 },
];
const responses = {
  'GET /operated-venues': { body: { data: [{ id: 3, slug: 'granary', name: 'Granary', state: 'open', vendors: [] }] } },
  'GET /venues/3/tax-categories': { body: { data: taxes, version: 'of-two' } },
  'PUT /venues/3/tax-categories/alcohol': { body: { data: {} } },
  'PUT /venues/3/tax-categories/books': { body: { data: {} } },
  'DELETE /venues/3/tax-categories/food?version=of-two': { status: 204 },
};
const changes = ({ requests }: Awaited<ReturnType<typeof foodhall>>) =>
  requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => [`${method} ${url.replace(/^.*\/api\/v1/, '')}`, body]);

test('venue taxes lists the taxes with their rates', async () => {
  const { printed } = await foodhall('venue taxes granary', { responses });
  expect(printed).toEqual(['tax      name     rate', 'alcohol  Alcohol  20 %', 'food     Food     7.25 %']);
  const without = { ...responses, 'GET /venues/3/tax-categories': { body: { data: [] } } };
  const none = await foodhall('venue taxes granary', { responses: without });
  expect(none.printed[0]).toMatch(/^Everything in Granary has the tax of the venue\./);
});

test('venue set-tax adds a tax or changes it', async () => {
  const added = await foodhall('venue set-tax granary books --name Books --rate 0', { responses });
  expect(changes(added)).toEqual([
    ['PUT /venues/3/tax-categories/books', { version: 'of-two', name: 'Books', rate: 0 }],
  ]);
  expect(added.printed).toEqual(['Books is 0 % in Granary.']);
  const dry = await foodhall('venue set-tax granary alcohol --name Spirits --rate 22.5 --dry-run', { responses });
  expect(changes(dry)).toEqual([]);
  expect(dry.printed[0]).toBe('Spirits would be 22.5 % in Granary (was Alcohol, 20 %).');
});

test('venue set-tax refuses a rate that is not a number', async () => {
  const { code, errors } = await foodhall('venue set-tax granary books --name Books --rate 7,5', { responses });
  expect([code, errors[0]]).toEqual([2, "'7,5' is no rate in percent, such as 20 or 7.25."]);
});

test('venue remove-tax removes an existing tax', async () => {
  const run = await foodhall('venue remove-tax granary food', { responses });
  expect(changes(run)).toEqual([['DELETE /venues/3/tax-categories/food?version=of-two', undefined]]);
  expect(run.printed).toEqual(['Food is removed.']);
  const unknown = await foodhall('venue remove-tax granary books', { responses });
  expect([unknown.code, unknown.errors]).toEqual([1, ["Granary has no tax 'books'. There are: alcohol, food."]]);
});
