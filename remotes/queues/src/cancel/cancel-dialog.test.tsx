import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { anOrder, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import { CancelDialog } from './cancel-dialog';

const order = anOrder();
const cancelled = {
  ...order,
  state: 'cancelled',
  cancellation: {
    reason: 'No more noodles.',
    cancelled_at: '2026-11-20T13:00:00.000Z',
    refund: { amount: 62.72, state: 'pending' },
  },
};

function show(response: unknown, order = anOrder()) {
  const onClose = jest.fn();
  const api = fakeApi().on('PUT /queues/cancel/41', response);
  const { store } = renderScreen(<CancelDialog order={order} onClose={onClose} />, { api, state: { session: VENDOR } });
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Cancel order' }));
  return { api, onClose, store, submit };
}

test("shows the buyer's refund and asks for a reason before it sends anything", async () => {
  const { api, submit } = show({ data: cancelled });
  expect(screen.getByText('Thandi Mokoena').parentElement).toHaveTextContent(
    'Thandi Mokoena will see your reason and get a full refund of $62.72. This cannot be undone.',
  );
  await submit();
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription('Please give a reason.');
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  await userEvent.type(screen.getByRole('textbox'), '   ');
  await submit();
  expect(api.requests).toEqual([]);
});

test('does not promise money that was refunded before', () => {
  const refund = { amount: 12.72, state: 'refunded' as const, reason: 'Cold soup', created_at: '2026-11-23T12:00:00Z' };
  show({ data: cancelled }, { ...order, refunds: { data: [{ ...refund, items: { data: [] } }] } });
  expect(screen.getByText('Thandi Mokoena').parentElement).toHaveTextContent('what is left of the payment, $50.00');
});

test('sends the reason and closes, and the vendor reads where the money is', async () => {
  const { api, onClose, store, submit } = show({ data: cancelled });
  await userEvent.type(screen.getByRole('textbox'), ' No more noodles. ');
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(api.requests[0]?.body).toEqual({ reason: 'No more noodles.' });
  expect(store.state.getState().toast?.content).toBe('Order A-2058 is cancelled. $62.72 is on its way back.');
});

test('keeps the reason offline and says when the order can be cancelled', async () => {
  const { store, submit } = show(new ApiError(0, { code: 'NETWORK' }));
  act(() => store.state.setState({ connection: { isOnline: false, socket: 'down' } }));
  await userEvent.type(screen.getByRole('textbox'), 'No more noodles.');
  await submit();
  expect(await screen.findByText('You are offline. Cancel the order when you are connected again.')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('No more noodles.');
});

test('shows a refusal and keeps the reason', async () => {
  const { onClose, store, submit } = show(
    new ApiError(409, { code: 'ORDER_COLLECTED', message: 'This order was collected already.' }),
  );
  await userEvent.type(screen.getByRole('textbox'), 'No more noodles.');
  await submit();
  expect(await screen.findByText('This order was collected already.')).toBeVisible();
  act(() => store.state.setState({ connection: { isOnline: false, socket: 'down' } }));
  expect(screen.getByText('This order was collected already.')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('No more noodles.');
  expect(onClose).not.toHaveBeenCalled();
});
