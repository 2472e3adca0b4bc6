import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { provideSite } from 'shared-contracts/site';
import { TEST_SITE } from 'shared-contracts/testing';
import { ChannelBadge } from './channel-badge';

afterEach(() => Reflect.deleteProperty(globalThis, 'fetch'));

test('the badge shows the channel that the server names, and Leave ends the membership on the server', async () => {
  provideSite({ ...TEST_SITE, channel: 'beta' });
  let respond = () => {};
  const fetched = jest.fn(() => new Promise<void>((resolve) => (respond = resolve)));
  Object.assign(globalThis, { fetch: fetched });
  const reload = jest.fn();
  render(<ChannelBadge reload={reload} />);
  expect(screen.getByRole('complementary', { name: 'Channel' })).toHaveTextContent('You are in the beta channel.');
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(fetched).toHaveBeenCalledWith(
    new URL('/api/v1/registry/channel', window.location.origin),
    expect.objectContaining({ method: 'DELETE' }),
  );
  expect(reload).not.toHaveBeenCalled();
  respond();
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('a visitor in no channel sees no badge, even if a script has written the cookie', () => {
  provideSite(TEST_SITE);
  // biome-ignore lint/suspicious/noDocumentCookie: a script would write it like this
  document.cookie = 'channel=beta; path=/';
  render(<ChannelBadge />);
  expect(screen.queryByRole('complementary')).toBeNull();
  // biome-ignore lint/suspicious/noDocumentCookie: a script would write it like this
  document.cookie = 'channel=; path=/; max-age=0';
});
