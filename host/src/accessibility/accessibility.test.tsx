import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { address, renderShell, sessionOf, THANDI } from '../testing/render-shell';

test.each([
  ['a visitor who is signed out', {}],
  ['a customer', { session: sessionOf(THANDI) }],
])('the side panel leads %s to the accessibility statement', async (_who, state) => {
  await renderShell('/accessibility', { state });
  expect(await screen.findByRole('heading', { level: 1, name: 'Accessibility' })).toBeInTheDocument();
  expect(address()).toBe('/accessibility');
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  const link = within(screen.getByRole('dialog', { name: 'Menu' })).getByRole('link', { name: 'Accessibility' });
  expect(link).toHaveAttribute('href', '/accessibility');
  expect(link).toHaveAttribute('aria-current', 'page');
});

test('the accessibility statement says what was tested, what is missing, and whom to contact', async () => {
  await renderShell('/accessibility');
  expect(await screen.findByRole('heading', { level: 1, name: 'Accessibility' })).toBeInTheDocument();
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['What was tested', 'Known limits', 'Tell us']);
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: '+1 416 555 0142' })).toHaveAttribute('href', 'tel:+14165550142');
  expect(main.getByRole('link', { name: 'Get support' })).toHaveAttribute('href', expect.stringMatching(/^https:/));
  expect(main.getByRole('link', { name: 'foodhall.example' })).toBeInTheDocument();
});
