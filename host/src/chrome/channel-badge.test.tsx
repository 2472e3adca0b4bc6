import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { joinFromAddress, leaveChannel } from '../releases/cohort';
import { fakeWorker } from '../testing/fake-worker';
import { ChannelBadge } from './channel-badge';

afterEach(() => leaveChannel());

test('a channel that was joined by the address is named, and one tap leaves it', async () => {
  window.history.replaceState(null, '', '/venues?channel=beta&sort=name');
  joinFromAddress();
  expect(window.location.search).toBe('?sort=name');
  const reload = jest.fn();
  render(<ChannelBadge reload={reload} />);
  expect(screen.getByRole('complementary', { name: 'Channel' })).toHaveTextContent('You are in the beta channel.');
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(document.cookie).not.toContain('channel');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the page after leaving is not the one that the worker cached', async () => {
  window.history.replaceState(null, '', '/venues?channel=beta');
  joinFromAddress();
  const worker = fakeWorker();
  try {
    const reload = jest.fn();
    render(<ChannelBadge reload={reload} />);
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(reload).not.toHaveBeenCalled();
    worker.reply('refreshed');
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  } finally {
    worker.leave();
  }
});

test('a visitor in no channel sees nothing', () => {
  render(<ChannelBadge />);
  expect(screen.queryByRole('complementary')).toBeNull();
});
