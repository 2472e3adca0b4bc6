import { act, screen } from '@testing-library/react';
import { anOrder, CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import { Screen } from './print.screen';

beforeEach(() => {
  jest.useFakeTimers();
  window.print = jest.fn();
});
afterEach(() => jest.useRealTimers());

test('prints a receipt with its service fee after a second, and leaves it a second later', async () => {
  renderScreen(<Screen />, {
    api: fakeApi().on('GET /orders/41', { data: anOrder({ id: 41 }) }),
    at: '/order/print?id=41',
    path: '/order/print',
    state: { session: CUSTOMER },
  });
  expect(await screen.findByRole('region', { name: 'Total' })).toHaveTextContent('Service fee$1.00');
  expect(window.print).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1000));
  expect(window.print).toHaveBeenCalledTimes(1);
  expect(screen.getByTestId('address')).toHaveTextContent('/order/print');
  act(() => jest.advanceTimersByTime(1000));
  expect(screen.getByTestId('address')).toHaveTextContent('/queues');
});

test('the paper of a cancelled order shows the cancellation, its reason and where the money is', async () => {
  const refund = { amount: 24.5, state: 'refunded' as const };
  const cancellation = { reason: 'The oven is out.', cancelled_at: '2026-03-02T12:00:00.000Z', refund };
  renderScreen(<Screen />, {
    api: fakeApi().on('GET /orders/41', { data: { ...anOrder({ id: 41, state: 'cancelled' }), cancellation } }),
    at: '/order/print?id=41',
    state: { session: CUSTOMER },
  });
  const paper = await screen.findByRole('article');
  expect(paper).toHaveTextContent('Cancelled');
  expect(paper).toHaveTextContent('The oven is out.$24.50 was refunded.');
});

test('the receipt shows what was refunded, and why', async () => {
  const refund = { amount: 4.2, state: 'refunded' as const, reason: 'Cold soup', created_at: '2026-11-20T12:00:00Z' };
  const refunds = { data: [{ ...refund, items: { data: [] } }] };
  renderScreen(<Screen />, {
    api: fakeApi().on('GET /orders/41', { data: anOrder({ id: 41, refunds }) }),
    at: '/order/print?id=41',
    state: { session: CUSTOMER },
  });
  expect(await screen.findByRole('article')).toHaveTextContent('Refunded $4.20 of $62.72.Cold soup');
});

test("the receipt shows the buyer's allergy", async () => {
  renderScreen(<Screen />, {
    api: fakeApi().on('GET /orders/41', { data: anOrder({ id: 41, allergy_note: 'Peanuts' }) }),
    at: '/order/print?id=41',
    state: { session: CUSTOMER },
  });
  expect(await screen.findByRole('article')).toHaveTextContent('Allergy: Peanuts');
});

test('the receipt has the venue’s and the vendor’s names and the venue’s time', async () => {
  const venue = { id: 1, name: 'Granary Hall', timezone: 'Pacific/Kiritimati' };
  renderScreen(<Screen />, {
    api: fakeApi().on('GET /orders/41', { data: anOrder({ id: 41, venue }) }),
    at: '/order/print?id=41',
    state: { session: CUSTOMER },
  });
  const paper = await screen.findByRole('article');
  expect(paper).toHaveTextContent(/^Granary HallKumo RamenStall 1Order numberA-2058/);
  expect(paper).toHaveTextContent('21 Nov 2026, 02:44, Kiritimati time');
  expect(paper).not.toHaveTextContent('Foodhall');
});

test('prints nothing while there is no receipt', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  renderScreen(<Screen />, { api: fakeApi(), at: '/order/print?id=41', state: { session: CUSTOMER } });
  expect(await screen.findByRole('alert')).toHaveTextContent('This receipt could not be loaded');
  act(() => jest.advanceTimersByTime(5000));
  expect(window.print).not.toHaveBeenCalled();
});
