import { QueryObserver } from '@tanstack/react-query';
import { createEventStore, provideEventStore, publish } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient, queryClient, resourceKey } from 'shared-contracts/query';
import { forgetOldPrices } from './forget-old-prices';

test('of a stall that has changed, nothing is kept that no screen shows', () => {
  provideEventStore(createEventStore());
  provideQueryClient(createQueryClient());
  const stop = forgetOldPrices();
  for (const path of ['/vendors/7', '/vendors/8', '/items/1', '/items/2'])
    queryClient().setQueryData(resourceKey(path), 'of before');
  const observer = new QueryObserver(queryClient(), {
    queryKey: resourceKey('/items/2'),
    enabled: true,
    staleTime: 60_000,
  });
  const leave = observer.subscribe(() => {});
  publish('stock-updated', { vendor_id: 7, item_id: null });
  const kept = queryClient()
    .getQueryCache()
    .getAll()
    .map(({ queryKey: [path] }) => path);
  expect(kept).toEqual(['/vendors/8', '/items/2']);
  leave();
  stop();
});
