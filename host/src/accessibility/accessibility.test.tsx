import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { address, renderShell, sessionOf, THANDI } from '../testing/render-shell';

const openMenu = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  return screen.getByRole('dialog', { name: 'Menu' });
};

test.each([
  ['a visitor who is signed out', {}],
  ['a customer', { session: sessionOf(THANDI) }],
])('%s reaches the accessibility statement from the side panel', async (_who, state) => {
  await renderShell('/venues', { state });
  await userEvent.click(within(await openMenu()).getByRole('link', { name: 'Accessibility' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Accessibility' })).toBeInTheDocument();
  expect(address()).toBe('/accessibility');
});

test('the accessibility statement says what was tested, what is missing, and whom to tell', async () => {
  await renderShell('/accessibility');
  expect(await screen.findByRole('heading', { level: 1, name: 'Accessibility' })).toBeInTheDocument();
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['What was tested', 'Known limits', 'Tell us']);
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: '+1 416 555 0142' })).toHaveAttribute('href', 'tel:+14165550142');
  expect(main.getByRole('link', { name: 'Get support' })).toHaveAttribute('href', expect.stringMatching(/^https:/));
  expect(main.getByRole('link', { name: 'foodhall.example' })).toBeInTheDocument();
});
