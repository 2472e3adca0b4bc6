import { screen } from '@testing-library/react';
import { address, MAI, renderShell, sessionOf, THANDI } from '../testing/render-shell';
import { cartPath, menuSectionOf, operatorsPath, PATHS, vendorItemsPath, vendorsPath } from './paths';

const customer = { session: sessionOf(THANDI) };
const vendor = { session: sessionOf(MAI, 7) };

test.each([
  [PATHS.home, 'catalog/venues', customer],
  [PATHS.venues, 'catalog/venues', customer],
  [vendorsPath(1), 'catalog/vendors', customer],
  [cartPath(1), 'checkout/cart', customer],
  [PATHS.queues, 'queues/queues', customer],
  [PATHS.allOrders, 'queues/queues', customer],
  [PATHS.paymentReturn, 'checkout/payment-return', customer],
  [PATHS.account, 'Contact Support', customer],
  [vendorItemsPath(7), 'vendor-tools/your-items', vendor],
  [operatorsPath(1), 'vendor-tools/operators', customer],
  [PATHS.login, 'Sign in to order and to follow your orders.', {}],
  [PATHS.register, 'One account for every vendor of every venue.', {}],
  [PATHS.forgotPassword, 'Send reset link', {}],
])('%s shows %s', async (path, shown, state) => {
  await renderShell(path, { state });
  expect(await screen.findByText(shown)).toBeInTheDocument();
  expect(address()).toBe(path);
});

test.each([
  ['/', 'venues'],
  ['/venues', 'venues'],
  ['/venuesa/1/vendors/2', 'venues'],
  ['/venues/1/cart/T12', 'cart'],
  ['/venues/1/carts', 'cart'],
  ['/carts/4', 'cart'],
  ['/stitch/return', 'cart'],
  ['/venues/1/queues', 'orders'],
  ['/order/print', 'orders'],
  ['/venues/1/profile', 'account'],
  ['/password-reset/abc', 'account'],
  ['/your-items/7', 'items'],
  ['/vendor/7/items/9', 'items'],
  ['/deals', undefined],
])('%s belongs to the entry %s of the main menu', (path, section) => {
  expect(menuSectionOf(path)).toBe(section);
});
