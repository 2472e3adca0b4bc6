import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { joinFromAddress, leaveChannel } from '../remotes/visit';
import { ChannelBadge } from './channel-badge';

afterEach(() => leaveChannel());

test('a channel that was joined by the address is named, and one tap leaves it', async () => {
  window.history.replaceState(null, '', '/venues?channel=beta&sort=name');
  joinFromAddress();
  expect(window.location.search).toBe('?sort=name');
  const reload = jest.fn();
  render(<ChannelBadge reload={reload} />);
  expect(screen.getByRole('complementary', { name: 'Channel' })).toHaveTextContent('You use the beta channel.');
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(document.cookie).not.toContain('channel');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the page that comes after leaving is no longer the one that the worker kept', async () => {
  window.history.replaceState(null, '', '/venues?channel=beta');
  joinFromAddress();
  let answer = () => {};
  class Channel {
    port1: { onmessage?: (event: { data: unknown }) => void } = {};
    port2 = { postMessage: (data: unknown) => this.port1.onmessage?.({ data }) };
  }
  const postMessage = (_message: unknown, [port]: [{ postMessage: (data: unknown) => void }]) => {
    answer = () => port.postMessage('refreshed');
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller: { postMessage } }, configurable: true });
  const { MessageChannel: original } = globalThis;
  Object.assign(globalThis, { MessageChannel: Channel });
  try {
    const reload = jest.fn();
    render(<ChannelBadge reload={reload} />);
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(reload).not.toHaveBeenCalled();
    answer();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  } finally {
    Object.assign(globalThis, { MessageChannel: original });
    Reflect.deleteProperty(navigator, 'serviceWorker');
  }
});

test('whoever joined none sees nothing', () => {
  render(<ChannelBadge />);
  expect(screen.queryByRole('complementary')).toBeNull();
});
