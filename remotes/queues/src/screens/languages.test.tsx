/** Tests the queue and an order in other languages than English. */
import { screen, within } from '@testing-library/react';
import {
  aLine,
  anEntry,
  anOrder,
  aVendorSummary,
  CUSTOMER,
  fakeApi,
  renderScreen,
  speakEnglish,
  speakLanguage,
  VENDOR,
} from 'shared-contracts/testing';
import type { QueueEntry } from 'shared-contracts/types';
import ar from '../locales/ar.json';
import fr from '../locales/fr.json';
import { allergensText, deliveryPlace } from '../order/order-words.rules';
import { refundedText } from '../order/refund.rules';
import { Screen as OrderScreen } from './order.screen';
import { Screen } from './queues.screen';

afterEach(speakEnglish);

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const queueOf = (entries: QueueEntry[]) =>
  fakeApi()
    .on('GET /queues/active', { data: entries })
    .on('GET /me', { data: { id: 3, orders: { data: [] } } })
    .on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: true }) });

const show = (entries: QueueEntry[], as = CUSTOMER) =>
  renderScreen(<Screen />, { api: queueOf(entries), at: '/queues', state: { session: as } });

const waiting = (minutes: number) =>
  anEntry({ position_in_queue: 3, expected_at: inMinutes(minutes), order: { id: 11, order_number: 'A-1' } });

test('shows a customer the queue in French', async () => {
  speakLanguage('fr', { queues: fr });
  show([waiting(8)]);
  const card = await screen.findByRole('article', { name: 'Kumo Ramen Commande A-1' });
  expect(screen.getByRole('heading', { level: 1, name: 'Nouvelles commandes' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Prêtes 0' })).toBeVisible();
  expect(card).toHaveTextContent('Vous êtes n° 3 dans la file de ce stand');
  expect(card).toHaveTextContent('Prête dans environ 8 min');
  expect(within(card).getByRole('link', { name: 'Voir la commande' })).toBeVisible();
});

test.each([
  [1, 'جاهز خلال دقيقة تقريبًا'],
  [2, 'جاهز خلال دقيقتين تقريبًا'],
  [8, 'جاهز خلال 8 دقائق تقريبًا'],
  [15, 'جاهز خلال 15 دقيقة تقريبًا'],
])('counts %i minutes with the plural forms of Arabic', async (minutes, text) => {
  speakLanguage('ar', { queues: ar });
  show([waiting(minutes)]);
  expect(await screen.findByRole('article', { name: 'Kumo Ramen الطلب A-1' })).toHaveTextContent(text);
});

test('shows the kitchen a ticket in Arabic, with the note as the guest typed it', async () => {
  speakLanguage('ar', { queues: ar });
  const line = aLine({ notes: 'No onion, please.' });
  show([anEntry({ order: { id: 11, order_number: 'A-1', order_items: { data: [line] } } })], VENDOR);
  const card = await screen.findByRole('article', { name: 'الطلب A-1' });
  expect(within(card).getByText('الطاولة 12')).toBeVisible();
  expect(within(card).getByText('No onion, please.')).toHaveProperty('tagName', 'BDI');
  expect(within(card).getByRole('button', { name: 'إلغاء الطلب A-1' })).toBeVisible();
  expect(screen.getByRole('switch', { name: 'الطلبات الجديدة: إيقاف الطلبات مؤقتًا' })).toBeVisible();
});

test('shows an order in French', async () => {
  speakLanguage('fr', { queues: fr });
  const api = queueOf([]).on('GET /orders/41', { data: anOrder({ id: 41, tax_number: '' }) });
  renderScreen(<OrderScreen />, { api, at: '/order?id=41', state: { session: CUSTOMER } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Commande A-2058' })).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'Qté' })).toBeVisible();
  expect(screen.getByText('Non enregistré')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Total' })).toHaveTextContent('Frais de service');
});

test('writes lists and sums in the order of the language', () => {
  speakLanguage('fr', { queues: fr });
  expect(allergensText(aLine({ allergens: ['milk', 'nuts'] }))).toBe('Contient\u00a0: lait, fruits à coque');
  const refund = { amount: 4, state: 'refunded' as const, reason: '', created_at: inMinutes(0), items: { data: [] } };
  expect(
    refundedText({
      ...anOrder({ total: 16, tax_amount: 2, service_fee: 0, service_fee_tax: 0 }),
      refunds: { data: [refund] },
    }),
  ).toBe('Remboursé\u00a0: $4.00 sur $18.00.');
  speakLanguage('ar', { queues: ar });
  expect(allergensText(aLine({ allergens: ['milk', 'nuts'] }))).toBe('يحتوي على: الحليب، المكسرات');
});

test.each([
  ['12', 'الطاولة 12'],
  ['الطاولة 12', 'الطاولة 12'],
  ['Table 12', 'Table 12'],
])('names the table that a guest typed as %j once', (typed, place) => {
  speakLanguage('ar', { queues: ar });
  expect(deliveryPlace(anOrder({ delivery_method_location: typed }))).toBe(place);
});
