import {
  addToCartSchema,
  cartSchema,
  deliveryChangeSchema,
  itemSchema,
  orderSchema,
  printerSchema,
  printJobSchema,
  queueEntrySchema,
  registerSchema,
  signedInSchema,
  vendorSchema,
  venueSchema,
} from '../schemas';
import {
  aCart,
  aDelivery,
  aGroup,
  aMember,
  aMenu,
  aMenuItem,
  anAdd,
  anEntry,
  anItem,
  anOption,
  anOptionGroup,
  anOrder,
  aPrinter,
  aPrintJob,
  aRegistration,
  aVendor,
  aVenue,
  sessionOf,
  signedIn,
} from './builders';

const whole = aVendor({ menus: [aMenu(1, 'Lunch', [aGroup(1, 'Bowls', [aMenuItem()], [anOptionGroup()])])] });

test.each([
  ['a venue', venueSchema, aVenue()],
  ['a vendor', vendorSchema, whole],
  ['an item', itemSchema, anItem({ groupOptions: [anOptionGroup({ options: [anOption()] })] })],
  ['a registration', registerSchema, aRegistration()],
  ['a sign-in', signedInSchema, signedIn(aMember())],
  ['an add', addToCartSchema, anAdd()],
  ['a delivery', deliveryChangeSchema, aDelivery('room')],
  ['a cart', cartSchema, aCart({ orders: { data: [anOrder()] } })],
  ['an order', orderSchema, anOrder()],
  ['an entry of a queue', queueEntrySchema, anEntry()],
  ['a printer', printerSchema, aPrinter()],
  ['a print job', printJobSchema, aPrintJob()],
])('%s has the shape of the API and nothing more', (_what, schema, body) => {
  expect(schema.parse(body)).toMatchObject(body);
});

test('an order belongs to the usual venue, vendor and user', () => {
  const { vendor, user, currency, order_items } = anOrder();
  expect(whole).toMatchObject(vendor);
  expect(sessionOf().user).toMatchObject(user);
  expect(currency).toBe(aVenue().currency);
  expect(order_items.data[0]?.variant.item.name).toBe(anItem().name);
});

test.each([
  ['a session without a vendor', undefined, 'User', 3],
  ['a session for a vendor of the user', 7, 'Vendor', 7],
  ['a session for a vendor of another user', 8, 'User', 3],
] as const)('%s acts for the right account', (_what, vendorId, type, id) => {
  expect(sessionOf({ ...aMember(), id: 3 }, vendorId).context).toMatchObject({ type, data: { id } });
});

describe('the amounts of an add', () => {
  const line = { price: 8.2, options_total: 0 };

  test.each([
    ['one without options', line, 1, { item_total: 8.2, total: 8.2 }],
    ['several, to the cent where sums of decimals are not', line, 3, { item_total: 24.6, total: 24.6 }],
    ['with options, which only the total has', { ...line, options_total: 0.7 }, 3, { item_total: 24.6, total: 26.7 }],
    ['a currency of three decimals', { price: 1.005, options_total: 0.1 }, 2, { item_total: 2.01, total: 2.21 }],
  ])('%s', (_what, fields, quantity, amounts) => {
    expect(anAdd({ ...fields, quantity })).toMatchObject({ ...amounts, quantity, price: fields.price });
  });
});

test('a registration confirms its own password unless the test names another confirmation', () => {
  expect(aRegistration({ password: 'dinner-time' }).password_confirmation).toBe('dinner-time');
  expect(aRegistration({ password_confirmation: 'other' })).toMatchObject({ password: 'lunch-time' });
});
