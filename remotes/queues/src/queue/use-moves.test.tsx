import { act, renderHook } from '@testing-library/react';
import { provideClient } from 'shared-contracts/client';
import { createQueryClient, provideQueryClient } from 'shared-contracts/query';
import { anEntry, fakeApi } from 'shared-contracts/testing';
import { useMoves } from './use-moves';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('ignores a tap on a card that still shows its old state after its lock has ended', async () => {
  const stale = anEntry({ id: 7, state: 'new' });
  const moved = anEntry({ id: 7, state: 'busy' });
  const api = fakeApi().on('PUT /queues/7', { data: moved });
  provideClient(api);
  provideQueryClient(createQueryClient());
  const { result } = renderHook(() => useMoves('customer', () => {}));
  const tap = (entry: typeof stale, to: 'busy' | 'done') =>
    act(async () => {
      const move = result.current.move(entry, to);
      await jest.advanceTimersByTimeAsync(1000);
      await move;
    });
  await tap(stale, 'busy');
  await tap(stale, 'busy');
  expect(api.requests).toHaveLength(1);
  await tap(moved, 'done');
  expect(api.requests).toHaveLength(2);
});
