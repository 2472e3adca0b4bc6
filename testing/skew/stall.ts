/** A stall with features that older releases do not know: hours, several taxes, allergens, and an item that is sold out until tomorrow. */
import {
  cartSchema,
  menuEditedSchema,
  menuEditorSchema,
  one,
  openingHoursSchema,
  taxesVersionSchema,
  vendorTaxesSchema,
} from 'shared-contracts/schemas';
import type { Cart } from 'shared-contracts/types';
import { z } from 'zod';
import type { Account } from '../client/accounts';
import { putInCart, readVendor, settleDelivery } from '../client/orders';
import { demoAccount, newAccount } from '../journeys/support/api';

export interface FullStall {
  id: number;
  name: string;
  /** Sets hours around the clock. */
  open: () => Promise<void>;
  /** Sets hours without any opening for the next days. */
  close: () => Promise<void>;
  /** Makes a new account whose cart has an item of each tax, ready to be paid. */
  guestWithCart: () => Promise<Account>;
  /** The cart of the latest guest. */
  latestCart: () => Promise<Cart>;
}

const createdSchema = z.object({ data: z.object({ id: z.number() }) });
const AROUND_THE_CLOCK = [{ from: '00:00', until: '00:00' }];

/** Makes the stall in the first venue, whose own tax is 13 %. */
export async function openFullStall(): Promise<FullStall> {
  const operator = await demoAccount('operator@foodhall.test');
  const name = `Soba and Sake ${Date.now()}`;
  const { data: vendor } = await operator.post('/venues/1/vendors', { name }, createdSchema);
  const address = `/vendors/${vendor.id}`;
  const ofVenue = await operator.get('/venues/1/tax-categories', taxesVersionSchema);
  const alcoholTax = { name: 'Alcohol tax', rate: 20, version: ofVenue.version };
  await operator.put('/venues/1/tax-categories/alcohol', alcoholTax);
  const taxes = await operator.get(`${address}/taxes`, one(vendorTaxesSchema));
  const alcohol = taxes.data.categories.find(({ slug }) => slug === 'alcohol')?.id;

  const menu = await operator.get(`${address}/menu-editor`, one(menuEditorSchema));
  let { version } = menu.data;
  const add = async (item: object) => {
    const { data } = await operator.post(`${address}/menu-editor/items`, { version, ...item }, one(menuEditedSchema));
    version = data.version;
  };
  const sized = (price: number) => ({ variants: [{ name: 'Regular', price }] });
  const setHours = async (spans: readonly object[]) => {
    const { data } = await operator.get(`${address}/hours`, one(openingHoursSchema));
    const schedule = { weekly: Array.from({ length: 7 }, () => spans), exceptions: [] };
    await operator.put(`${address}/hours`, { schedule, version: data.version });
  };
  await setHours(AROUND_THE_CLOCK);
  // A new stall is closed by its switch.
  await operator.put(address, { opening_mode: 'schedule' });
  await add({ name: 'Zaru soba', ...sized(14.35), allergens: ['gluten', 'soybeans'], diets: ['vegan'] });
  await add({ name: 'Sake', ...sized(8.15), allergens: [], tax_category_id: alcohol });
  await add({ name: 'Mochi', ...sized(6), status: 'inactive', until: 'tomorrow' });

  let latest: { guest: Account; cartId: number };
  return {
    id: vendor.id,
    name,
    open: () => setHours(AROUND_THE_CLOCK),
    close: () => setHours([]),
    async guestWithCart() {
      const guest = await newAccount();
      const stall = await readVendor(guest, vendor.id);
      await putInCart(guest, stall, 'Zaru soba');
      const cart = await putInCart(guest, stall, 'Sake');
      await settleDelivery(guest, cart);
      latest = { guest, cartId: cart.id };
      return guest;
    },
    latestCart: async () => (await latest.guest.get(`/carts/${latest.cartId}`, one(cartSchema))).data,
  };
}
