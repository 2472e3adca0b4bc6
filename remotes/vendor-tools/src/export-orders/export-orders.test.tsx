import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { aVenue, type FakeRequest, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import { A_ROW, exportedOrder } from '../testing/orders';
import { readSpreadsheet } from '../testing/read-spreadsheet';
import { kumo } from '../testing/stock';
import { startedWorkers, workOnThePage } from '../testing/workers';
import { EXPORT_COLUMNS } from './export-columns';
import { PAGE_ORDERS } from './export-orders.command';
import { Slot } from './export-orders.slot';

interface Saved {
  name: string;
  file: Blob;
}

/** Records the files that the browser would have downloaded. */
function watchDownloads(): Saved[] {
  const saved: Saved[] = [];
  let last: Blob | undefined;
  URL.createObjectURL = (file) => {
    last = file as Blob;
    return 'blob:test';
  };
  URL.revokeObjectURL = () => {};
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (last) saved.push({ name: this.download, file: last });
  });
  return saved;
}

function readBytes(file: Blob): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(file);
  });
}

const NOW = new Date('2026-11-20T17:30:00Z');

function show(orders: unknown = { data: [exportedOrder()] }) {
  const api = fakeApi()
    .on('GET /vendors/7', { data: kumo([]) })
    .on('GET /venues/1', { data: aVenue() })
    .on('GET /vendors/7/orders', orders);
  return renderScreen(<Slot />, { api, at: '/profile', state: { session: VENDOR } });
}

const exportNow = () => userEvent.click(screen.getByRole('button', { name: 'Export' }));

beforeEach(() => {
  workOnThePage();
  jest.useFakeTimers({
    now: NOW,
    doNotFake: ['setTimeout', 'setInterval', 'setImmediate', 'nextTick', 'queueMicrotask', 'performance'],
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('saves export.xlsx with the rows of the chosen period, which starts at local midnight', async () => {
  const saved = watchDownloads();
  const { api } = show();
  await userEvent.selectOptions(screen.getByLabelText('Period'), 'This month');
  await exportNow();
  expect(await screen.findByText('export.xlsx is saved, with 1 row.')).toBeVisible();
  expect(api.requests.at(-1)).toMatchObject({
    path: '/vendors/7/orders',
    params: { since: '2026-11-01T04:00:00.000Z', limit: PAGE_ORDERS },
  });
  const [download] = saved;
  expect(download?.name).toBe('export.xlsx');
  const { rows } = readSpreadsheet(await readBytes(download?.file ?? new Blob()));
  expect(rows[0]?.map(({ value }) => value)).toEqual([...EXPORT_COLUMNS]);
  expect(rows[1]?.map(({ value }) => value)).toEqual(A_ROW);
});

test("requests the orders of 'All time' without a start", async () => {
  watchDownloads();
  const { api } = show();
  await userEvent.selectOptions(screen.getByLabelText('Period'), 'All time');
  await exportNow();
  await screen.findByText(/is saved/);
  expect(api.requests.at(-1)?.params).toEqual({ limit: PAGE_ORDERS });
});

test("alerts 'No orders to export' and saves no file when the period has no order", async () => {
  const saved = watchDownloads();
  show({ data: [] });
  await exportNow();
  const alert = await screen.findByRole('alertdialog', { name: 'No orders to export' });
  expect(alert).toHaveAccessibleDescription(/“Today”. Try a longer period/);
  await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(saved).toEqual([]);
});

/** Pages of the whole history: 200 orders, then 200, then 1. */
const history = Array.from({ length: 2 * PAGE_ORDERS + 1 }, (_, index) => exportedOrder({ id: 1000 - index }));
const orderPage = ({ params: { after } }: FakeRequest) => {
  const start = history.findIndex(({ id }) => id === after) + 1;
  return { data: history.slice(start, start + PAGE_ORDERS) };
};

test('reads a long history in pages, each after the last order of the page before', async () => {
  const saved = watchDownloads();
  const { api } = show(orderPage);
  await exportNow();
  expect(await screen.findByText('export.xlsx is saved, with 401 rows.')).toBeVisible();
  expect(api.requests.slice(2).map(({ params }) => params.after)).toEqual([undefined, 801, 601]);
  const { rows } = readSpreadsheet(await readBytes(saved[0]?.file ?? new Blob()));
  expect(rows).toHaveLength(402);
});

/** Shows an export that has read its first page and waits for the second. */
async function showHalfway() {
  let respond: (body: unknown) => void = () => {};
  const { api, unmount } = show((request: FakeRequest) =>
    request.params.after === undefined ? orderPage(request) : new Promise((resolve) => (respond = resolve)),
  );
  await exportNow();
  await screen.findByText('200 orders so far');
  return { api, unmount, respond: () => respond({ data: [exportedOrder()] }) };
}

test('says what it is doing and ignores a second tap', async () => {
  watchDownloads();
  const { api, respond } = await showHalfway();
  // The status has no count, which screen readers would announce again with every page.
  expect(screen.getByRole('status')).toHaveTextContent(/^Loading orders…$/);
  await exportNow();
  respond();
  await screen.findByText(/is saved, with 201 rows/);
  expect(api.requests).toHaveLength(4);
});

test("'Cancel' ends the export and its worker without a file, and the next export works", async () => {
  const saved = watchDownloads();
  const { api, respond } = await showHalfway();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('status')).toHaveTextContent('Cancelled. No file was saved.');
  expect(screen.getByRole('button', { name: 'Export' })).toHaveFocus();
  respond();
  await waitFor(() => expect(startedWorkers().map(({ isRunning }) => isRunning)).toEqual([false]));
  expect(saved).toEqual([]);
  api.on('GET /vendors/7/orders', { data: [exportedOrder()] });
  await exportNow();
  await screen.findByText('export.xlsx is saved, with 1 row.');
});

test('saves no file after the user leaves the page', async () => {
  const saved = watchDownloads();
  const { api, unmount, respond } = await showHalfway();
  unmount();
  respond();
  await waitFor(() => expect(startedWorkers().map(({ isRunning }) => isRunning)).toEqual([false]));
  expect(saved).toEqual([]);
  expect(api.requests).toHaveLength(4);
});

test('says that no file was saved when the worker fails', async () => {
  const saved = watchDownloads();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const { respond } = await showHalfway();
  startedWorkers()[0]?.fail();
  respond();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'No file was saved; your orders are safe. The file could not be written. Please try again.',
  );
  expect(saved).toEqual([]);
});

test('says that no file was saved when the request fails, and the next try works', async () => {
  const saved = watchDownloads();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const { api } = show(new ApiError(0, { code: 'NETWORK', message: 'No connection.' }));
  await exportNow();
  expect(await screen.findByRole('alert')).toHaveTextContent('No file was saved; your orders are safe. No connection.');
  expect(saved).toEqual([]);
  api.on('GET /vendors/7/orders', { data: [exportedOrder()] });
  await exportNow();
  expect(await screen.findByText(/is saved/)).toBeVisible();
});

test("explains that 'Yesterday' includes today", async () => {
  show();
  await userEvent.selectOptions(screen.getByLabelText('Period'), 'Yesterday');
  expect(screen.getByText("All orders since the start of yesterday, including today's.")).toBeVisible();
});

test('shows nothing to staff', () => {
  const user = { id: 9, name: 'Aiko Tanaka', vendors: [{ id: 7, name: 'Kumo Ramen', role: 'staff' as const }] };
  renderScreen(<Slot />, {
    api: fakeApi(),
    at: '/profile',
    state: { session: VENDOR && { ...VENDOR, user } },
  });
  expect(screen.queryByRole('heading', { name: 'Export Orders' })).toBeNull();
});
