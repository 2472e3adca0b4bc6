import { waitFor } from '@testing-library/react';
import { ApiError, provideClient } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { aPrintJob, type FakeApi, fakeApi } from 'shared-contracts/testing';
import { startPrinting } from './print-loop';
import { recordPrinted, unconfirmedJob } from './tablet';

const NEXT = 'POST /vendors/7/printers/72/next';
const printer = { vendorId: 7, printerId: 72 };

/** A server whose printer has these jobs. It gives out the oldest one until it is confirmed. */
function server(ids: number[]): FakeApi {
  const waiting = [...ids];
  const api = fakeApi().on(NEXT, () => {
    const [id] = waiting;
    return { data: id === undefined ? null : { job: aPrintJob({ id }), svg: `<svg>${id}</svg>` } };
  });
  for (const id of ids) {
    api.on(`PUT /vendors/7/print-jobs/${id}`, () => {
      waiting.splice(waiting.indexOf(id), 1);
      return { data: aPrintJob({ id }) };
    });
  }
  return api;
}

const sent = (api: FakeApi) =>
  api.requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);

let stop = () => {};
function start(api: FakeApi, print: (svg: string) => Promise<void> = async () => {}) {
  provideClient(api);
  const printed: string[] = [];
  const onRefused = jest.fn();
  stop = startPrinting({
    printer,
    print: async (svg) => {
      await print(svg);
      printed.push(svg);
    },
    onRefused,
  });
  return { printed, onRefused };
}

/** Gives the page the locks of one device, which jsdom lacks. */
function giveLocks() {
  const holders: (() => void)[] = [];
  let isHeld = false;
  const request = (_name: string, _options: object, run: () => Promise<void>) =>
    new Promise<void>((resolve) => {
      const hold = async () => {
        isHeld = true;
        await run();
        isHeld = false;
        resolve();
        holders.shift()?.();
      };
      if (isHeld) holders.push(() => void hold());
      else void hold();
    });
  Object.assign(navigator, { locks: { request } });
}

afterEach(() => {
  stop();
  window.localStorage.clear();
  Reflect.deleteProperty(navigator, 'locks');
});

test('each ticket is printed once, in its order, and confirmed before the next', async () => {
  const api = server([1, 2]);
  const { printed } = start(api);
  await waitFor(() => expect(sent(api)).toHaveLength(2));
  expect(printed).toEqual(['<svg>1</svg>', '<svg>2</svg>']);
  expect(sent(api)).toEqual([
    ['/vendors/7/print-jobs/1', { state: 'printed' }],
    ['/vendors/7/print-jobs/2', { state: 'printed' }],
  ]);
  expect(unconfirmedJob()).toBeUndefined();
});

test('a new order is printed at its event', async () => {
  const api = server([]);
  const { printed } = start(api);
  await waitFor(() => expect(api.requests).toHaveLength(1));
  let isTaken = false;
  api
    .on(NEXT, () => {
      const data = isTaken ? null : { job: aPrintJob({ id: 5 }), svg: '<svg>5</svg>' };
      isTaken = true;
      return { data };
    })
    .on('PUT /vendors/7/print-jobs/5', { data: aPrintJob({ id: 5 }) });
  const vendor = { id: 7, name: 'Kumo Ramen', image: '' };
  publish('queue-order-added', { vendor, queue: { id: 1, state: 'new' }, order: { id: 900 } }, 'server');
  await waitFor(() => expect(printed).toHaveLength(1));
});

test('a ticket that the browser could not print is reported as failed', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const api = server([1]);
  start(api, async () => {
    throw new Error('No frame.');
  });
  await waitFor(() => expect(sent(api)).toHaveLength(1));
  expect(sent(api)).toEqual([['/vendors/7/print-jobs/1', { state: 'failed' }]]);
});

test('a job that ended meanwhile does not stop the next one', async () => {
  const api = server([1, 2]);
  let isEnded = false;
  api
    .on('PUT /vendors/7/print-jobs/1', () => {
      isEnded = true;
      return new ApiError(409, { code: 'JOB_ENDED' });
    })
    .on(NEXT, () => {
      if (!isEnded) return { data: { job: aPrintJob({ id: 1 }), svg: '<svg>1</svg>' } };
      return { data: printed.includes('<svg>2</svg>') ? null : { job: aPrintJob({ id: 2 }), svg: '<svg>2</svg>' } };
    });
  const { printed, onRefused } = start(api);
  await waitFor(() => expect(sent(api)).toHaveLength(2));
  expect(printed).toEqual(['<svg>1</svg>', '<svg>2</svg>']);
  expect(onRefused).not.toHaveBeenCalled();
});

test('a ticket that was printed before a reload is confirmed and not printed again', async () => {
  recordPrinted(1);
  const api = server([1]);
  const { printed } = start(api);
  await waitFor(() => expect(api.requests).toHaveLength(2));
  expect(sent(api)).toEqual([['/vendors/7/print-jobs/1', { state: 'printed' }]]);
  expect(printed).toEqual([]);
});

test('a lost confirmation is sent again, and the ticket not printed again', async () => {
  const api = server([1]);
  const confirm = { tries: 0 };
  api.on('PUT /vendors/7/print-jobs/1', () => {
    confirm.tries += 1;
    if (confirm.tries === 1) return new ApiError(0, { code: 'NETWORK' });
    api.on(NEXT, { data: null });
    return { data: aPrintJob() };
  });
  const { printed } = start(api);
  await waitFor(() => expect(confirm.tries).toBe(1));
  publish('printing-changed', { vendor_id: 7 }, 'server');
  await waitFor(() => expect(confirm.tries).toBe(2));
  expect(printed).toEqual(['<svg>1</svg>']);
});

test('two tabs of a device print each ticket once', async () => {
  giveLocks();
  const api = server([1, 2, 3]);
  const { printed } = start(api);
  const stopOther = startPrinting({ printer, print: async (svg) => void printed.push(svg), onRefused: () => {} });
  await waitFor(() => expect(sent(api)).toHaveLength(3));
  stopOther();
  expect(printed).toHaveLength(3);
});

test('nothing is printed any more once the printer was removed', async () => {
  const api = fakeApi().on(NEXT, new ApiError(404, { message: 'Not found.' }));
  const { onRefused } = start(api);
  await waitFor(() => expect(onRefused.mock.calls).toHaveLength(1));
  publish('printing-changed', { vendor_id: 7 }, 'server');
  expect(api.requests).toHaveLength(1);
});
