import { act, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { ApiError, provideClient } from './client';
import { createQueryClient, queryClient, resource, resourceKey, useResource } from './query';
import { failedLoads, fakeApi, renderScreen } from './testing';

const order = (id: number, state = 'new') => ({ id, state, lines: [{ id: id * 10, name: 'Gyoza' }] });
const copy = <T,>(value: T): T => JSON.parse(JSON.stringify(value));

/** Returns the data that a screen gets after a second response. */
function responseAfter<T>(before: unknown, after: T): T {
  const client = createQueryClient();
  const key = ['/queues/active'];
  client.setQueryData(key, before);
  client.setQueryData(key, after);
  return client.getQueryData<T>(key) as T;
}

describe('a new response', () => {
  const before = { data: [order(1), order(2), order(3)] };

  test('returns the earlier object when nothing changed', () => {
    expect(responseAfter(before, copy(before))).toBe(before);
    expect(responseAfter(before.data, copy(before.data))).toBe(before.data);
  });

  test.each([
    ['a new order at the head', [order(9), order(1), order(2), order(3)]],
    ['an order that left', [order(1), order(3)]],
    ['another sequence', [order(3), order(2), order(1)]],
  ])('keeps the unchanged objects after a change of the list: %s', (_what, data) => {
    const { data: shared } = responseAfter(before, copy({ data }));
    expect(shared).toEqual(data);
    for (const each of shared) expect(each).toBe(before.data.find(({ id }) => id === each.id) ?? each);
    expect(shared).not.toBe(before.data);
  });

  test('replaces the changed object, and keeps the unchanged parts of it', () => {
    const [first, second] = responseAfter(before, copy({ data: [order(1, 'busy'), order(2)] })).data;
    expect(first).toEqual(order(1, 'busy'));
    expect(first?.lines).toBe(before.data[0]?.lines);
    expect(second).toBe(before.data[1]);
  });

  test('replaces the fields beside the list', () => {
    expect(responseAfter({ ...before, pages: 1 }, copy({ ...before, pages: 2 }))).toEqual({ ...before, pages: 2 });
    expect(responseAfter({ ...before, pages: 1 }, copy(before))).toEqual(before);
  });

  test('keeps the unchanged fields of a response without a list', () => {
    const vendor = { data: { id: 1, name: 'Kumo', menus: { data: [{ id: 5 }] } } };
    const shared = responseAfter(vendor, copy({ data: { ...vendor.data, name: 'Kumo Ramen' } }));
    expect(shared.data.name).toBe('Kumo Ramen');
    expect(shared.data.menus).toBe(vendor.data.menus);
  });

  test('always equals the response of the server', () => {
    const thing = fc.record({ id: fc.nat(5), name: fc.option(fc.string()), of: fc.array(fc.nat(3)) });
    const response = fc.oneof(
      fc.array(thing),
      fc.record({ data: fc.array(thing), page: fc.option(fc.nat(2)) }, { requiredKeys: ['data'] }),
      fc.record({ data: thing }),
      fc.record({ data: fc.record({ data: fc.array(thing) }) }),
      fc.constant(null),
      fc.array(fc.nat()),
    );
    fc.assert(
      fc.property(response, response, (old, next) => {
        expect(responseAfter(copy(old), copy(next))).toStrictEqual(copy(next));
      }),
    );
  });
});

test('a screen that shows part of a response keeps the same objects for the unchanged ones', async () => {
  const PATH = '/queues/active';
  const seen: { id: number }[][] = [];
  const Shown = () => {
    const { data } = useResource(PATH, {}, { select: ({ data: orders }: { data: { id: number }[] }) => orders });
    if (data && seen.at(-1) !== data) seen.push(data);
    return <output>{data?.length}</output>;
  };
  renderScreen(<Shown />, { api: fakeApi().on(`GET ${PATH}`, { data: [order(1), order(2)] }) });
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('2'));
  act(() => void queryClient().setQueryData(resourceKey(PATH), copy({ data: [order(9), order(1), order(2)] })));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('3'));
  const [before, after] = [seen[0], seen.at(-1)];
  expect(after?.slice(1)).toEqual(before);
  expect(after?.[1]).toBe(before?.[0]);
  expect(after?.[2]).toBe(before?.[1]);
});

describe('a failed load', () => {
  const PATH = '/queues/active';
  const fail = (error: ApiError) => {
    let calls = 0;
    provideClient(
      fakeApi().on(`GET ${PATH}`, () => {
        calls += 1;
        return error;
      }),
    );
    const client = createQueryClient();
    const load = client.fetchQuery({
      ...resource(PATH),
      retryDelay: 0,
      retry: client.getDefaultOptions().queries?.retry,
    });
    return load.then(
      () => Promise.reject(new Error('It did not fail.')),
      () => calls,
    );
  };

  test('leaves one line in the console, however often it is retried', async () => {
    expect(await fail(new ApiError(500, { code: 'FAULT' }))).toBe(3);
    expect(failedLoads()).toEqual([PATH]);
    expect(console.error).toHaveBeenCalledWith(`Failed to load ${PATH}`, expect.objectContaining({ code: 'FAULT' }));
  });

  test('leaves one line for a refusal too', async () => {
    expect(await fail(new ApiError(404, { code: 'NOT_FOUND' }))).toBe(1);
    expect(failedLoads()).toEqual([PATH]);
  });
});

test('a button whose request runs is disabled before the second tap of a double tap', async () => {
  const send = jest.fn(() => new Promise<void>(() => {}));
  // Loads the module as the page does, since the set-up of the tests notifies React later.
  const { act, fireEvent, render, page } = loadAlone();
  const { createQueryClient, QueryClientProvider, useMutation } = page;
  function Send() {
    const { mutate, isPending } = useMutation({ mutationFn: send });
    return (
      <button type="button" disabled={isPending} onClick={() => mutate()}>
        Send
      </button>
    );
  }
  const { getByRole, unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <Send />
    </QueryClientProvider>,
  );
  fireEvent.click(getByRole('button'));
  // Microtasks run before the browser handles its next event; a timer would run after it.
  await act(async () => queueMicrotask(() => {}));
  expect(getByRole('button')).toBeDisabled();
  fireEvent.click(getByRole('button'));
  expect(send).toHaveBeenCalledTimes(1);
  unmount();
});

/** Loads the module, React and the library once more. */
function loadAlone() {
  type Pure = typeof import('@testing-library/react/pure');
  type Page = typeof import('./query');
  let loaded: (Pure & { page: Page }) | undefined;
  jest.isolateModules(() => {
    const page = jest.requireActual<Page>('./query');
    loaded = { ...jest.requireActual<Pure>('@testing-library/react/pure'), page };
  });
  if (!loaded) throw new Error('Nothing was loaded.');
  return loaded;
}
