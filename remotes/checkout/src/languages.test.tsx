/** Tests the cart and its payment in other languages than English. */
import { screen } from '@testing-library/react';
import { ApiError } from 'shared-contracts/client';
import {
  anEntry,
  aVenue,
  CUSTOMER,
  fakeApi,
  renderScreen,
  speakEnglish,
  speakLanguage,
} from 'shared-contracts/testing';
import type { Cart } from 'shared-contracts/types';
import { cartReceipt, listOf, queuedText } from './cart/cart.rules';
import { Screen } from './cart-screen/cart.screen';
import ar from './locales/ar.json';
import es from './locales/es.json';
import fr from './locales/fr.json';
import { notStartedNotice, OFFLINE, refusedNotice } from './payment/payment.rules';
import { cartOfTwo, ramenOrder } from './testing/carts';

afterEach(speakEnglish);

const HERE = { id: 1, name: 'Granary Square Market', timezone: 'America/Toronto' };

function openCart(cart: Cart | null) {
  const api = fakeApi()
    .on('GET /carts/active', { data: cart })
    .on('GET /queues/active', { data: [] })
    .on('GET /venues/1', { data: aVenue({ payment_provider: 'Global', payment_provider_key: 'merchant' }) });
  renderScreen(<Screen />, {
    api,
    at: '/venues/1/cart',
    path: '/venues/:venueId/cart',
    state: { session: CUSTOMER, venue: null },
  });
}

test('shows a cart in French, with the names and notes as they were typed', async () => {
  speakLanguage('fr', { checkout: fr });
  openCart(cartOfTwo());
  expect(await screen.findByRole('button', { name: 'Payer $93.80' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Panier' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Total' })).toHaveTextContent('À payer$93.80');
  expect(screen.getAllByRole('group', { name: 'quantité de Tonkotsu ramen' })).toHaveLength(1);
  expect(screen.getByText('No spring onion, please.')).toHaveProperty('tagName', 'BDI');
  expect(screen.getByRole('link', { name: 'Continuer à commander' })).toBeVisible();
});

test('asks in Arabic for the delivery of an order', async () => {
  speakLanguage('ar', { checkout: ar });
  openCart(cartOfTwo({ orders: { data: [ramenOrder({ delivery_method: null, delivery_method_type: null })] } }));
  expect(await screen.findByRole('heading', { name: 'يُرجى اختيار طريقة التوصيل…' })).toBeVisible();
  expect(screen.getByText(/^يلزم اختيار الاستلام أو التوصيل لدى Kumo Ramen/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'الاستلام / التوصيل' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'تطبيق' })).toBeVisible();
});

test('writes the percent sign of a tax beside its number in Arabic, so that both stay together', () => {
  speakLanguage('ar', { checkout: ar });
  const taxes = [
    { name: 'HST', rate: 13, base: 10, amount: 1.3 },
    { name: 'Alcohol', rate: 20, base: 5, amount: 1 },
  ];
  const cart = cartOfTwo({ orders: { data: [ramenOrder({ taxes })] } });
  expect(cartReceipt(cart).rows.at(-1)?.rates?.slice(0, 2)).toEqual([
    'HST 13%: \u2068$1.30\u2069',
    'Alcohol 20%: \u2068$1.00\u2069',
  ]);
});

test('shows an empty cart in Arabic', async () => {
  speakLanguage('ar', { checkout: ar });
  openCart(null);
  expect(await screen.findByText('سلتك فارغة.')).toBeVisible();
});

test.each([
  [1, 'طلبك K-1 مدفوع وفي قائمة الانتظار.', 'Votre commande K-1 est payée et dans la file.'],
  [2, 'طلباك K-1 وK-2 مدفوعان وفي قائمة الانتظار.', 'Vos commandes K-1 et K-2 sont payées et dans la file.'],
  [3, 'طلباتك K-1 وK-2 وK-3 مدفوعة وفي قائمة الانتظار.', 'Vos commandes K-1, K-2 et K-3 sont payées et dans la file.'],
  [12, 'طلباتك الـ12 مدفوعة وفي قائمة الانتظار.', 'Vos 12 commandes sont payées et dans la file.'],
])('describes %i paid orders with the plural forms of Arabic and French', (count, arabic, french) => {
  const queue = Array.from({ length: count }, (_, index) =>
    anEntry({ order: { order_number: `K-${index + 1}`, venue: HERE } }),
  );
  speakLanguage('ar', { checkout: ar });
  expect(queuedText(queue, 1)).toBe(arabic);
  speakLanguage('fr', { checkout: fr });
  expect(queuedText(queue, 1)).toBe(french);
});

test.each([
  ['fr', fr, 'A, B et C'],
  ['es', es, 'A, B y C'],
  ['ar', ar, 'A وB وC'],
])('lists vendors in %s', (language, catalog, text) => {
  speakLanguage(language, { checkout: catalog });
  expect(listOf(['A', 'B', 'C'])).toBe(text);
});

test('writes the rows of the receipt in French, and the tax by its own name', () => {
  speakLanguage('fr', { checkout: fr });
  const { rows, total } = cartReceipt(cartOfTwo());
  expect([...rows, total].map(({ label }) => label)).toEqual(['Plats', 'Service charge', 'HST', 'À payer']);
});

test('a notice that the module holds is in the language of the page', () => {
  speakLanguage('fr', { checkout: fr });
  expect({ ...OFFLINE }).toEqual({
    tone: 'danger',
    isOffline: true,
    title: 'Vous êtes hors ligne',
    text: 'Aucun paiement n’a été lancé et rien n’a été débité. Votre panier est enregistré. Payez quand la connexion sera revenue.',
  });
});

describe.each([
  ['fr', fr],
  ['es', es],
  ['ar', ar],
])('a refused payment in %s', (language, catalog) => {
  const NOT_CHARGED = catalog['You were not charged.'];
  const occurrences = (text: string) => text.split(NOT_CHARGED).length - 1;
  const textOf = (message: string) => refusedNotice('sent', { state: 'refused', code: 'X', message }).text;
  beforeEach(() => speakLanguage(language, { checkout: catalog }));

  test('says that nothing was charged if the API does not', () => {
    expect(occurrences(textOf('The bank says no.'))).toBe(1);
    const refusal = new ApiError(409, { code: 'CART_CHANGED', message: 'The cart has changed.' });
    expect(occurrences(notStartedNotice(refusal).text)).toBe(1);
  });

  test('does not repeat what the API says in the language of the page or in English', () => {
    expect(occurrences(textOf(`The bank says no. ${NOT_CHARGED}`))).toBe(1);
    expect(occurrences(textOf('The bank says no. You were not charged.'))).toBe(0);
  });
});
