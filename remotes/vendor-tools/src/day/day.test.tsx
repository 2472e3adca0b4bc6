import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { aPrinter, CUSTOMER, type FakeRequest, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import type { Printer } from 'shared-contracts/types';
import { aDay, dayTotals } from '../testing/day';
import { startedWorkers, workOnThePage } from '../testing/workers';
import { Screen } from './day.screen';

const DAY = 'GET /vendors/7/day';

interface Shown {
  session?: typeof VENDOR;
  search?: string;
  printers?: Printer[];
}

const show = (response: unknown = { data: aDay() }, { session = VENDOR, search = '', printers = [] }: Shown = {}) =>
  renderScreen(<Screen />, {
    api: fakeApi()
      .on(DAY, response)
      .on('GET /vendors/7/printers', { data: printers, may_edit: true, stuck_jobs: 0, timezone: 'America/Toronto' }),
    at: `/vendor/7/day${search}`,
    path: '/vendor/:vendorId/day',
    state: { session },
  });

/** Responds with the day that the request names. */
const anyDay = ({ params }: FakeRequest) => ({ data: aDay({ day: String(params.day ?? '2026-11-20') }) });

const asStaff = VENDOR && {
  ...VENDOR,
  user: { ...VENDOR.user, vendors: [{ id: 7, name: 'Kumo Ramen', role: 'staff' as const }] },
};

/** Returns the parameters of each request for a day. */
const askedDays = ({ requests }: ReturnType<typeof fakeApi>) =>
  requests.filter(({ path }) => path.endsWith('/day')).map(({ params }) => params);

/** Returns the words of a list of labels and values, or of a table's rows. */
const rowTexts = (region: HTMLElement, selector: string) =>
  [...region.querySelectorAll(selector)].map((line) => [...line.children].map(({ textContent }) => textContent));

beforeEach(() => {
  workOnThePage();
  jest.useFakeTimers({
    now: new Date('2026-11-21T04:30:00Z'),
    doNotFake: ['setTimeout', 'setInterval', 'setImmediate', 'nextTick', 'queueMicrotask', 'performance'],
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the day’s end of a stall', () => {
  test('leads an owner to the statements of the stall', async () => {
    show();
    expect(await screen.findByRole('link', { name: 'Statements' })).toHaveAttribute(
      'href',
      '/hall/1/money/statements/7',
    );
    expect(screen.queryByRole('link', { name: 'Stall in the office' })).not.toBeInTheDocument();
  });

  test('leads an operator back to the stall in the office', async () => {
    show({ data: aDay() }, { session: CUSTOMER });
    expect(await screen.findByRole('link', { name: 'Stall in the office' })).toHaveAttribute(
      'href',
      '/hall/1/stalls/7',
    );
  });

  test('shows the orders, sales, tax by rate, refunds and items', async () => {
    show();
    expect(screen.getByText('Loading the day…')).toBeInTheDocument();
    const sales = await screen.findByRole('region', { name: 'Sales' });
    expect(screen.getAllByRole('status')[0]).toHaveTextContent('Kumo Ramen · 20 Nov 2026 · So far, at 23:30');
    // The name and the day each have their own direction, so that a name in Latin letters stays before an Arabic day.
    for (const text of ['Kumo Ramen', '20 Nov 2026']) expect(screen.getByText(text).tagName).toBe('BDI');
    expect(rowTexts(sales, 'dl > div')).toEqual([
      ['Orders', '12, of them 1 cancelled'],
      ['Items sold', '30'],
      ['Sales', '$298.50'],
      ['Service charge', '$17.20'],
      ['Tax', '$41.04'],
      ['Paid by customers', '$356.74'],
      ['Refunds', '-$5.00'],
      ['Left', '$351.74'],
    ]);
    expect(rowTexts(screen.getByRole('table', { name: 'Tax by rate' }), 'tbody tr')).toEqual([
      ['HST 13 %', '$315.70', '$41.04$0.57 refunded'],
    ]);
    expect(rowTexts(screen.getByRole('table', { name: 'Items' }), 'tbody tr')).toEqual([
      ['Tonkotsu ramen1 refunded, -$3.00', '28', '$278.60'],
      ['=Cider', '2', '$19.90'],
      ['Amounts that were refunded-$2.00', '0', '$0.00'],
    ]);
  });

  test('shows the venue’s present day unless the address names another', async () => {
    const { api, unmount } = show();
    await screen.findByRole('region', { name: 'Sales' });
    expect(askedDays(api)).toEqual([{}]);
    expect(screen.getByLabelText('Day')).toHaveValue('2026-11-20');
    unmount();
    const named = show(anyDay, { search: '?day=2026-11-03' });
    expect(await screen.findByText('3 Nov 2026')).toBeInTheDocument();
    expect(askedDays(named.api)).toEqual([{ day: '2026-11-03' }]);
  });

  test('leads to the day before and the day after, but not past the present day', async () => {
    const { api } = show(anyDay);
    await screen.findByRole('region', { name: 'Sales' });
    await userEvent.click(screen.getByRole('button', { name: 'Day after' }));
    expect(screen.getByLabelText('Day')).toHaveValue('2026-11-20');
    await userEvent.click(screen.getByRole('button', { name: 'Day before' }));
    expect(await screen.findByText('19 Nov 2026')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Day after' }));
    expect(await screen.findByText(/20 Nov 2026/)).toBeInTheDocument();
    expect(askedDays(api)).toEqual([{}, { day: '2026-11-19' }, { day: '2026-11-20' }]);
  });

  test('says so when nothing was sold', async () => {
    show({ data: aDay({ totals: [] }) });
    expect(await screen.findByText('Nothing was sold on this day.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });

  test('names both currencies of a day that has two', async () => {
    show({ data: aDay({ totals: [dayTotals(), dayTotals({ currency: 'EUR', currency_symbol: '€' })] }) });
    expect(await screen.findByRole('region', { name: 'Sales in CAD' })).toBeInTheDocument();
    const euros = screen.getByRole('region', { name: 'Sales in EUR' });
    expect(within(euros).getByText('€298.50')).toBeInTheDocument();
  });

  test('keeps the choice of a day after a failed load, and loads it with Try Again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const { api } = show(new ApiError(400, { message: 'No.' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(screen.getByLabelText('Day')).toBeInTheDocument();
    api.on(DAY, { data: aDay() });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'Sales' })).toBeInTheDocument();
  });

  test('is neither shown to staff nor requested for them', () => {
    const { api } = show(undefined, { session: asStaff });
    expect(screen.getByText('Only an owner of this vendor sees what it sold.')).toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  test('is shown to a person outside the vendor only if the API allows it, as for an operator', async () => {
    const session = VENDOR && { ...VENDOR, user: { ...VENDOR.user, vendors: [] } };
    const { unmount } = show(undefined, { session });
    expect(await screen.findByRole('region', { name: 'Sales' })).toBeInTheDocument();
    unmount();
    jest.spyOn(console, 'error').mockImplementation(() => {});
    show(new ApiError(403, { message: 'No.' }), { session });
    expect(await screen.findByText('This is not one of your vendors.')).toBeInTheDocument();
  });

  test('is refused to an owner whose role ended while the page was open', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    show(new ApiError(403, { message: 'No.' }));
    expect(await screen.findByText('Only an owner of this vendor sees what it sold.')).toBeInTheDocument();
  });
});

describe('a day on the screen', () => {
  test('is printed', async () => {
    const print = jest.fn();
    window.print = print;
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  test('is saved as a spreadsheet whose name has the date', async () => {
    URL.createObjectURL = () => 'blob:test';
    URL.revokeObjectURL = () => {};
    const names: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Save as spreadsheet' }));
    expect(await screen.findByText('day-2026-11-20.xlsx is saved.')).toBeInTheDocument();
    expect(names).toEqual(['day-2026-11-20.xlsx']);
    expect(startedWorkers().map(({ isRunning }) => isRunning)).toEqual([false]);
  });

  test('is not saved when the worker fails, and the page says so', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    Object.assign(window, { fetch: async () => ({ ok: false, status: 404 }) });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Save as spreadsheet' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('No file was saved.'));
  });
});

describe('a receipt printer for the day’s end', () => {
  const kitchen = aPrinter();
  const office = aPrinter({ id: 72, name: 'Office', documents: ['day-end'] });

  test('prints the day that is shown', async () => {
    const { api, store } = show(anyDay, { search: '?day=2026-11-03', printers: [kitchen, office] });
    api.on('POST /vendors/7/print-jobs', { data: [] });
    await userEvent.click(await screen.findByRole('button', { name: 'Print on Office' }));
    await waitFor(() =>
      expect(store.state.getState().toast).toMatchObject({ content: 'The day is on its way to Office.' }),
    );
    expect(api.requests).toContainEqual(
      expect.objectContaining({ method: 'POST', path: '/vendors/7/print-jobs', body: { day: '2026-11-03' } }),
    );
  });

  test('is not offered by a stall that has none', async () => {
    const { api } = show(undefined, { printers: [kitchen] });
    expect(await screen.findByRole('button', { name: 'Print' })).toBeInTheDocument();
    await waitFor(() => expect(api.requests.map(({ path }) => path)).toContain('/vendors/7/printers'));
    expect(screen.queryByRole('button', { name: /^Print on/ })).toBeNull();
  });
});
