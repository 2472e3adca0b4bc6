import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { publish, shellState } from 'shared-contracts/events';
import {
  anEntry,
  aPrinter,
  aVendorSummary,
  CUSTOMER,
  type FakeApi,
  fakeApi,
  renderScreen,
  VENDOR,
} from 'shared-contracts/testing';
import type { Printer } from 'shared-contracts/types';
import { Screen } from '../screens/queues.screen';
import { pending } from '../testing/pending';
import { reloadTabletPrinter, tabletPrinter } from './tablet';

const done = anEntry({ id: 1, state: 'done', order: { id: 11, order_number: 'A-1' } });
const outOfPaper = aPrinter({
  waiting_jobs: 2,
  state: { problem: 'paper-out', problem_text: 'The printer is out of paper. Put in a new roll.' },
});

const body = (printers: Printer[], stuck_jobs = 0) => ({
  data: printers,
  may_edit: false,
  stuck_jobs,
  timezone: 'America/Toronto',
});

const stall = (printers: Printer[], stuckJobs = 0): FakeApi =>
  fakeApi()
    .on('GET /queues/active', { data: [done] })
    .on('GET /vendors/7/orders', { data: [] })
    .on('GET /vendors/7', { data: aVendorSummary({ accepting_orders: true }) })
    .on('GET /vendors/7/printers', body(printers, stuckJobs))
    .on('PUT /queues/reprint/11', { data: { order_id: 11 } })
    .on('POST /vendors/7/print-jobs', { data: [] });

const show = (api: FakeApi) =>
  renderScreen(<Screen />, {
    api,
    at: '/queues?filter=all',
    state: { session: VENDOR, connection: { isOnline: true, socket: 'live' } },
  });

const requested = (api: FakeApi) => api.requests.map(({ method, path }) => `${method} ${path}`);

afterEach(() => {
  window.localStorage.clear();
  act(reloadTabletPrinter);
});

describe('Re-Print', () => {
  test('sends the order to the printers of the stall', async () => {
    const api = stall([aPrinter()]);
    show(api);
    await screen.findByRole('link', { name: /View Order/ });
    await screen.findByRole('button', { name: /^Print here/ });
    await userEvent.click(screen.getByRole('button', { name: 'Re-Print' }));
    await waitFor(() =>
      expect(shellState().toast?.content).toBe('A-1 is printed again. The ticket says that it is a reprint.'),
    );
    expect(api.requests).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/vendors/7/print-jobs',
        body: { order_id: 11 },
        headers: { 'Idempotency-Key': expect.stringMatching(/^[0-9a-f]{32}$/) },
      }),
    );
    expect(screen.getByTestId('address')).toHaveTextContent('/queues?filter=all');
  });

  test('prints once if it is tapped twice within ten seconds', async () => {
    const api = stall([aPrinter()]).on('PUT /queues/reprint/11', new ApiError(429, { code: 'TOO_MANY' }, 7));
    show(api);
    await screen.findByRole('button', { name: /^Print here/ });
    await userEvent.click(screen.getByRole('button', { name: 'Re-Print' }));
    await waitFor(() => expect(shellState().toast?.content).toBe('That was done just now. Try again in 7 seconds.'));
    expect(requested(api)).not.toContain('POST /vendors/7/print-jobs');
  });

  test('still prints through the browser with Print here', async () => {
    const api = stall([aPrinter()]);
    show(api);
    await userEvent.click(await screen.findByRole('button', { name: /^Print here.*A-1/ }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/order/print?id=11'));
    expect(requested(api)).not.toContain('POST /vendors/7/print-jobs');
  });

  test.each([
    ['no printer', []],
    ['only a printer for the day’s end', [aPrinter({ documents: ['day-end'] })]],
  ])('opens the receipt in a stall with %s', async (_what, printers) => {
    const api = stall(printers);
    show(api);
    await waitFor(() => expect(requested(api)).toContain('GET /vendors/7/printers'));
    await userEvent.click(await screen.findByRole('button', { name: 'Re-Print' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/order/print?id=11'));
    expect(screen.queryByRole('button', { name: /^Print here/ })).toBeNull();
  });

  test('says why if the printers refuse', async () => {
    const message = 'This order is not on any printer.';
    show(stall([aPrinter()]).on('POST /vendors/7/print-jobs', new ApiError(409, { code: 'NO_PRINTER', message })));
    await screen.findByRole('button', { name: /^Print here/ });
    await userEvent.click(screen.getByRole('button', { name: 'Re-Print' }));
    await waitFor(() => expect(shellState().toast).toMatchObject({ content: message, color: 'danger' }));
  });
});

describe('tickets that are not printed', () => {
  test('are counted above the queue, with the reason and the way to the printers', async () => {
    show(stall([outOfPaper], 2));
    const note = await screen.findByText('2 tickets are not printed.');
    expect(note.closest('[role="alert"]')).toHaveTextContent(
      'Kitchen: The printer is out of paper. Put in a new roll.',
    );
    expect(screen.getByRole('link', { name: 'Printers' })).toHaveAttribute('href', '/vendor/7/printers');
  });

  test('leave no note once they are printed', async () => {
    const api = stall([outOfPaper], 2);
    show(api);
    const note = await screen.findByText('2 tickets are not printed.');
    api.on('GET /vendors/7/printers', body([aPrinter()]));
    act(() => publish('printing-changed', { vendor_id: 7 }, 'server'));
    await waitFor(() => expect(note).not.toBeInTheDocument());
  });

  test('do not hold up the queue: the orders are shown before the printers have loaded', async () => {
    const printers = pending();
    show(stall([]).on('GET /vendors/7/printers', () => printers.response(body([outOfPaper], 2))));
    expect(await screen.findByRole('article', { name: 'Order A-1' })).toBeInTheDocument();
    printers.respond();
    expect(await screen.findByText('2 tickets are not printed.')).toBeInTheDocument();
  });

  test('are silent if the printers cannot be loaded', async () => {
    const api = stall([]).on('GET /vendors/7/printers', new ApiError(400, { message: 'No.' }));
    show(api);
    expect(await screen.findByRole('article', { name: 'Order A-1' })).toBeInTheDocument();
    await waitFor(() => expect(requested(api)).toContain('GET /vendors/7/printers'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('are not asked for on a customer’s page', async () => {
    const api = stall([outOfPaper], 2).on('GET /me', { data: { id: 3, orders: { data: [] } } });
    renderScreen(<Screen />, { api, at: '/queues?filter=all', state: { session: CUSTOMER } });
    expect(await screen.findByRole('article')).toBeInTheDocument();
    expect(requested(api)).not.toContain('GET /vendors/7/printers');
  });
});

describe('the display settings', () => {
  const open = async (printers: Printer[]) => {
    show(stall(printers));
    await screen.findByRole('article', { name: 'Order A-1' });
    await userEvent.click(screen.getByRole('button', { name: 'Display' }));
    return screen.getByRole('dialog', { name: 'Display' });
  };

  test('make this device print for a printer that is a tablet', async () => {
    const sheet = await open([aPrinter(), aPrinter({ id: 72, name: 'Counter tablet', kind: 'tablet' })]);
    const setting = await within(sheet).findByRole('radiogroup', { name: 'Print new tickets on this device' });
    expect(within(setting).getByRole('radio', { name: 'No' })).toBeChecked();
    await userEvent.click(within(setting).getByRole('radio', { name: 'As Counter tablet' }));
    expect(tabletPrinter()).toEqual({ vendorId: 7, printerId: 72 });
    act(reloadTabletPrinter);
    expect(within(setting).getByRole('radio', { name: 'As Counter tablet' })).toBeChecked();
    await userEvent.click(within(setting).getByRole('radio', { name: 'No' }));
    expect(tabletPrinter()).toBeNull();
  });

  test('have no such setting in a stall without a tablet that prints', async () => {
    const sheet = await open([aPrinter()]);
    expect(within(sheet).queryByRole('radiogroup', { name: 'Print new tickets on this device' })).toBeNull();
  });
});
