/** Orders the first item of a site: npx tsx with-hey-api.ts https://<site> */
import {
  addItemToCart,
  type Cart,
  getOrder,
  getVendor,
  listVendors,
  listVenues,
  logOut,
  placeFreeCart,
  register,
  setDelivery,
} from './hey-api';
import { client } from './hey-api/client.gen';

client.setConfig({ baseUrl: process.argv[2], throwOnError: true });
const throwOnError = true;

const registered = await register({
  throwOnError,
  body: {
    name: 'Aiko',
    email: 'aiko.hey@example.com',
    phone: '4165550100',
    password: 'correct horse',
    password_confirmation: 'correct horse',
  },
});
client.setConfig({ auth: registered.data.token });

const [venue] = (await listVenues({ throwOnError })).data.data;
if (!venue) throw new Error('The site has no venue.');
const [listed] = (await listVendors({ throwOnError, query: { venue_id: venue.id } })).data.data;
if (!listed) throw new Error('The venue has no vendor.');
const vendor = (await getVendor({ throwOnError, path: { id: listed.id } })).data.data;
const item = vendor.menus.data[0]?.groups.data[0]?.items.data[0];
if (!item) throw new Error('The vendor has no item.');

const { id, price } = item.master;
const cart: Cart = (
  await addItemToCart({
    throwOnError,
    body: {
      venue_id: venue.id,
      vendor_id: vendor.id,
      variant_id: id,
      quantity: 1,
      price,
      item_total: price,
      total: price,
      options: [],
      notes: '',
    },
  })
).data.data;
for (const order of cart.orders.data) {
  const body = { delivery_method: 'collect', delivery_method_type: 'collect' } as const;
  await setDelivery({ throwOnError, path: { id: order.id }, body });
}
const placed = await placeFreeCart({ throwOnError, path: { id: cart.id }, body: {} });
for (const orderId of placed.data.data.orders) {
  const order = (await getOrder({ throwOnError, path: { id: orderId } })).data.data;
  console.info(order.state, order.order_items.data[0]?.variant.item.name);
}
await logOut({ throwOnError });
const refused = await getOrder({ path: { id: placed.data.data.orders[0] ?? 0 }, throwOnError: false });
console.info(refused.response?.status, refused.error?.code);
