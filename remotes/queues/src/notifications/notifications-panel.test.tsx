import { screen, waitFor } from '@testing-library/react';
import { ApiError } from 'shared-contracts/client';
import { shellState } from 'shared-contracts/events';
import { readLocal, writeLocal } from 'shared-contracts/local-keys';
import { anEntry, CUSTOMER, fakeApi, renderScreen } from 'shared-contracts/testing';
import { Slot } from './notifications-panel.slot';

const open = (api: ReturnType<typeof fakeApi>) =>
  renderScreen(<Slot />, { api, state: { session: CUSTOMER, isNotificationsOpen: true, unread: 1 } });

test('lists the running orders, the readiest first, each linked to its order', async () => {
  const recent = new Date().toISOString();
  open(
    fakeApi().on('GET /queues/active', {
      data: [
        anEntry({ id: 5, created_at: recent }),
        anEntry({ id: 6, state: 'done', created_at: recent, order: { id: 42, vendorName: 'Pico Taquería' } }),
      ],
    }),
  );
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/order?id=42&state=done&queue_id=6',
    '/order?id=41&state=new&queue_id=5',
  ]);
  expect(links[0]).toHaveTextContent('Pico Taquería is done!');
  expect(links[0]).toHaveTextContent(/A-2058 · \d\d:\d\d/);
  expect(links[0]).not.toHaveTextContent('Late.');
});

test('opening the panel marks all as viewed and keeps the marks visible', async () => {
  writeLocal('notifications', { 6: { state: 'done', view: true } });
  open(fakeApi().on('GET /queues/active', { data: [anEntry({ id: 5 }), anEntry({ id: 6, state: 'done' })] }));
  await waitFor(() => expect(shellState().unread).toBe(0));
  expect(readLocal('notifications')).toEqual({ 5: { state: 'new', view: true }, 6: { state: 'done', view: true } });
  expect(screen.getAllByText('Unread')).toHaveLength(1);
});

test('marks an order as late that has been waiting for more than 20 minutes', async () => {
  open(
    fakeApi().on('GET /queues/active', { data: [anEntry({ state: 'done', created_at: '2020-01-01T00:00:00.000Z' })] }),
  );
  expect(await screen.findByRole('link')).toHaveTextContent('Late.');
});

test('says that there are no orders, or that they could not be loaded', async () => {
  const api = fakeApi().on('GET /queues/active', { data: [] });
  const { unmount } = open(api);
  expect(await screen.findByText('You have no orders in the queue right now')).toBeInTheDocument();
  unmount();
  open(fakeApi().on('GET /queues/active', new ApiError(403, { code: 'FORBIDDEN' })));
  expect(await screen.findByRole('alert')).toHaveTextContent('Notifications could not be loaded');
});
