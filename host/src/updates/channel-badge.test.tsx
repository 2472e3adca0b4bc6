import { render, screen } from '@testing-library/react';
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

test('whoever joined none sees nothing', () => {
  render(<ChannelBadge />);
  expect(screen.queryByRole('complementary')).toBeNull();
});
