/** Orders the first item of a site: npx tsx with-openapi-fetch.ts https://<site> */
import createClient from 'openapi-fetch';
import type { components, paths } from './schema';

const api = createClient<paths>({ baseUrl: process.argv[2] });

const { token } = ok(
  await api.POST('/api/v1/register', {
    body: {
      name: 'Aiko',
      email: 'aiko.fetch@example.com',
      phone: '4165550100',
      password: 'correct horse',
      password_confirmation: 'correct horse',
    },
  }),
);
api.use({
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${token}`);
  },
});

const [venue] = ok(await api.GET('/api/v1/venues')).data;
if (!venue) throw new Error('The site has no venue.');
const [listed] = ok(await api.GET('/api/v1/vendors', { params: { query: { venue_id: venue.id } } })).data;
if (!listed) throw new Error('The venue has no vendor.');
const vendor = ok(await api.GET('/api/v1/vendors/{id}', { params: { path: { id: listed.id } } })).data;
const item = vendor.menus.data[0]?.groups.data[0]?.items.data[0];
if (!item) throw new Error('The vendor has no item.');

const { id, price } = item.master;
const refused = await api.POST('/api/v1/carts', { body: line(price + 1) });
const problem: components['schemas']['Error'] | undefined = refused.error;
console.info(refused.response.status, problem?.code);

const cart = ok(await api.POST('/api/v1/carts', { body: line(price) })).data;
for (const order of cart.orders.data) {
  const delivery = { delivery_method: 'collect', delivery_method_type: 'collect' } as const;
  ok(await api.PUT('/api/v1/orders/{id}', { params: { path: { id: order.id } }, body: delivery }));
}
const placed = ok(await api.POST('/api/v1/carts/{id}/place-free', { params: { path: { id: cart.id } }, body: {} }));
for (const orderId of placed.data.orders) {
  const order = ok(await api.GET('/api/v1/orders/{id}', { params: { path: { id: orderId } } })).data;
  console.info(order.state, order.order_items.data[0]?.variant.item.name);
}

function line(unitPrice: number) {
  return {
    venue_id: venue?.id ?? 0,
    vendor_id: vendor.id,
    variant_id: id,
    quantity: 1,
    price: unitPrice,
    item_total: unitPrice,
    total: unitPrice,
    options: [],
    notes: '',
  };
}

function ok<Data>({ data, error, response }: { data?: Data; error?: unknown; response: Response }): Data {
  if (data === undefined) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`);
  return data;
}
