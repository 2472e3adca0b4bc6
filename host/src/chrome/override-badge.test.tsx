import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { provideSite } from 'shared-contracts/site';
import { TEST_SITE } from 'shared-contracts/testing';
import { OVERRIDES_KEY } from '../releases/end-grants';
import { type Remotes, RemotesContext } from '../remotes/remotes-context';
import { OverrideBadge } from './override-badge';

beforeEach(() => provideSite(TEST_SITE));

const show = (overridden: Remotes['overridden'], reload = jest.fn()) => {
  render(
    <RemotesContext value={{ overridden } as Remotes}>
      <OverrideBadge reload={reload} />
    </RemotesContext>,
  );
  return reload;
};

test('names the origins that run and those that did not respond, and Reset returns to the released versions', async () => {
  window.sessionStorage.setItem(OVERRIDES_KEY, '{"catalog":"http://localhost:3001"}');
  const reload = show({ applied: { catalog: 'http://localhost:3001' }, missing: { queues: 'http://localhost:3002' } });
  expect(screen.getByRole('complementary', { name: 'Overrides' })).toHaveTextContent(
    'This page runs catalog from http://localhost:3001. No response for queues from http://localhost:3002: the released version runs.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(window.sessionStorage.getItem(OVERRIDES_KEY)).toBeNull();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a tab that lost its override offers the one that the browser still has, and one tap runs it', async () => {
  const open = jest.fn();
  const waiting = { catalog: 'http://localhost:3001' };
  render(
    <RemotesContext value={{ overridden: { applied: {}, missing: {}, waiting } } as unknown as Remotes}>
      <OverrideBadge open={open} />
    </RemotesContext>,
  );
  expect(screen.getByRole('complementary', { name: 'Overrides' })).toHaveTextContent(
    'This tab runs what was released. This browser may run catalog from http://localhost:3001.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Run it here' }));
  expect(open).toHaveBeenCalledWith('http://localhost/?remote=catalog%40http%3A%2F%2Flocalhost%3A3001');
});

test('a page of released remotes shows no badge', () => {
  show({ applied: {}, missing: {} });
  expect(screen.queryByRole('complementary')).toBeNull();
});
