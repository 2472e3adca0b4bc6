import { createEventStore, provideEventStore, publish } from 'shared-contracts/events';
import { createQueryClient, provideQueryClient, queryClient, resourceKey } from 'shared-contracts/query';
import { showResource } from '../testing/show-resource';
import { forgetOldPrices } from './forget-old-prices';

test('a change of stock drops the data of that stall, except for the data that a screen shows', async () => {
  provideEventStore(createEventStore());
  provideQueryClient(createQueryClient());
  const stop = forgetOldPrices();
  for (const path of ['/vendors/7', '/vendors/8', '/items/1', '/items/2'])
    queryClient().setQueryData(resourceKey(path), 'old prices');
  const leave = await showResource(resourceKey('/items/2'));
  publish('stock-updated', { vendor_id: 7, item_id: null });
  const remaining = queryClient()
    .getQueryCache()
    .getAll()
    .map(({ queryKey: [path] }) => path);
  expect(remaining).toEqual(['/vendors/8', '/items/2']);
  await leave();
  stop();
});
