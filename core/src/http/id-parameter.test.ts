import { storeUser, storeVenue } from 'api/testing/stored';
import { withTestApp } from 'api/testing/test-app';

const api = withTestApp();

/** Texts that some programs read as the id, or that cannot be an id. */
const SPELLINGS: readonly [name: string, spell: (id: number) => string][] = [
  ['a leading zero', (id) => `0${id}`],
  ['an exponent', (id) => `${id}e0`],
  ['hexadecimals', (id) => `0x${id.toString(16)}`],
  ['binary digits', (id) => `0b${id.toString(2)}`],
  ['a sign', (id) => `%2B${id}`],
  ['a fraction of zero', (id) => `${id}.0`],
  ['a space', (id) => `%20${id}`],
  ['a line break', (id) => `${id}%0A`],
  [
    'digits of another script',
    (id) => encodeURIComponent(String(id).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')),
  ],
  ['zero', () => '0'],
  ['a negative number', (id) => `-${id}`],
  ['a word', () => 'first'],
  ['more digits than a number holds', () => '9007199254740993'],
];

test.each(SPELLINGS)('%s is refused as an id, in a path and in a query', async (_name, spell) => {
  const { app, deps } = api.current;
  const venue = await storeVenue(deps.db);
  const customer = await storeUser(deps.db);
  const { id, vendor } = venue;
  const addressesOf = (write: (id: number) => string) => [
    `/venues/${write(id)}`,
    `/vendors/${write(vendor.id)}`,
    `/items/${write(vendor.item.id)}`,
    `/vendors?venue_id=${write(id)}`,
    `/carts/active?venue_id=${write(id)}`,
    `/me/carts?venue_id=${write(id)}`,
  ];
  const ask = async (address: string) => {
    const response = await app.inject({ url: `/api/v1${address}`, headers: customer.headers });
    return [address, response.statusCode, response.json().code];
  };
  const known = addressesOf(String);
  expect(await Promise.all(known.map(ask))).toEqual(known.map((address) => [address, 200, undefined]));
  const others = addressesOf(spell);
  expect(await Promise.all(others.map(ask))).toEqual(others.map((address) => [address, 404, 'NOT_FOUND']));
});

test('the error names a missing id', async () => {
  const ask = async (address: string) => (await api.current.app.inject({ url: `/api/v1${address}` })).json();
  expect(await ask('/vendors')).toMatchObject({ code: 'INVALID', errors: { venue_id: ['venue_id is missing.'] } });
});
