import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { fakeApi, renderScreen } from 'shared-contracts/testing';
import { anOrder } from '../testing/orders';
import { readSpreadsheet } from '../testing/read-spreadsheet';
import { asVendor, aVendor } from '../testing/stock';
import { EXPORT_COLUMNS } from './export-columns';
import { exportOrders } from './export-orders.command';
import { Slot } from './export-orders.slot';

interface Saved {
  name: string;
  file: Blob;
}

/** What the browser would have put among its downloads. */
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

function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(file);
  });
}

const NOW = new Date('2026-11-20T17:30:00Z');

function show(orders: unknown = { data: [anOrder()] }) {
  const api = fakeApi()
    .on('GET /vendors/7', { data: aVendor([]) })
    .on('GET /venues/1', { data: { id: 1, timezone: 'America/Toronto' } })
    .on('GET /vendors/7/orders', orders);
  return renderScreen(<Slot />, { api, at: '/profile', state: { session: asVendor } });
}

const exportNow = () => userEvent.click(screen.getByRole('button', { name: 'Export' }));

beforeEach(() => {
  jest.useFakeTimers({
    now: NOW,
    doNotFake: ['setTimeout', 'setInterval', 'setImmediate', 'nextTick', 'queueMicrotask', 'performance'],
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('saves export.xlsx with the rows of the chosen period, counted from local midnight', async () => {
  const saved = watchDownloads();
  const { api } = show();
  await userEvent.selectOptions(screen.getByLabelText('Period'), 'This month');
  await exportNow();
  expect(await screen.findByText('export.xlsx is saved, with 1 row.')).toBeVisible();
  expect(api.requests.at(-1)).toMatchObject({
    path: '/vendors/7/orders',
    params: { since: '2026-11-01T04:00:00.000Z' },
  });
  const [download] = saved;
  expect(download?.name).toBe('export.xlsx');
  const { rows } = readSpreadsheet(await bytesOf(download?.file ?? new Blob()));
  expect(rows[0]?.map(({ value }) => value)).toEqual([...EXPORT_COLUMNS]);
  expect(rows[1]?.map(({ value }) => value)).toEqual([
    'Kumo Ramen',
    'K-101',
    '2026/11/20',
    '12:05',
    'Tonkotsu ramen',
    16.5,
    2,
    'Large',
    19.5,
    2,
    'N/A',
    0,
    0,
    0,
    43,
    'collect',
  ]);
});

test('all time has no lower bound', async () => {
  watchDownloads();
  const { api } = show();
  await userEvent.selectOptions(screen.getByLabelText('Period'), 'All time');
  await exportNow();
  await screen.findByText(/is saved/);
  expect(api.requests.at(-1)?.params).toEqual({});
});

test("without orders an alert says 'No orders to export', and no file is saved", async () => {
  const saved = watchDownloads();
  show({ data: [] });
  await exportNow();
  const alert = await screen.findByRole('alertdialog', { name: 'No orders to export' });
  await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(saved).toEqual([]);
});

test('says what it is doing, and a second tap starts nothing', async () => {
  watchDownloads();
  let answer: (body: unknown) => void = () => {};
  const { api } = show(() => new Promise((resolve) => (answer = resolve)));
  await exportNow();
  expect(screen.getByRole('status')).toHaveTextContent('Loading orders…');
  await waitFor(() => expect(api.requests).toHaveLength(3));
  await exportNow();
  answer({ data: [anOrder()] });
  await screen.findByText(/is saved/);
  expect(api.requests).toHaveLength(3);
});

test('a failure says that no file was saved, and the next try works', async () => {
  const saved = watchDownloads();
  jest.spyOn(console, 'warn').mockImplementation(() => {});
  const { api } = show(new ApiError(0, { code: 'NETWORK', message: 'No connection.' }));
  await exportNow();
  expect(await screen.findByRole('alert')).toHaveTextContent('No file was saved. No connection.');
  expect(saved).toEqual([]);
  api.on('GET /vendors/7/orders', { data: [anOrder()] });
  await exportNow();
  expect(await screen.findByText(/is saved/)).toBeVisible();
});

test('whoever leaves the page gets no file', async () => {
  const leaving = new AbortController();
  show(() => {
    leaving.abort();
    return { data: [anOrder()] };
  });
  const request = { vendorId: 7, period: 'all', now: NOW, onProgress: () => {}, signal: leaving.signal } as const;
  await expect(exportOrders(request)).rejects.toThrow(/abort/i);
});

test("'Yesterday' says that today is in it", async () => {
  show();
  await userEvent.selectOptions(screen.getByLabelText('Period'), 'Yesterday');
  expect(screen.getByText("Everything since yesterday began, today's orders included.")).toBeVisible();
});
