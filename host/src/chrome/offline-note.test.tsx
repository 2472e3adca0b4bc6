import { act, render, screen } from '@testing-library/react';
import { createEventStore, provideEventStore, publish } from 'shared-contracts/events';
import { OfflineNote } from './offline-note';

jest.mock('./panels-later', () => {
  const notCached = Promise.reject(new Error('This file was not cached.'));
  notCached.catch(() => {});
  return { loadPanels: () => notCached };
});

test('the note shows that the connection is lost even if the later code could not be loaded', async () => {
  provideEventStore(createEventStore());
  // React logs what the boundary has caught.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  render(<OfflineNote />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await act(async () => publish('connection-changed', { isOnline: false }));
  expect(screen.getByRole('status')).toHaveTextContent(
    /^No internet connection found\. App is running in offline mode\.$/,
  );
});
