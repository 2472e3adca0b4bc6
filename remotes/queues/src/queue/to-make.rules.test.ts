import { aLine, anEntry } from 'shared-contracts/testing';
import type { QueueEntry } from 'shared-contracts/types';
import { dishesToMake } from './to-make.rules';

describe('the list of dishes to make', () => {
  const holding = (state: QueueEntry['state'], ...lines: Parameters<typeof aLine>[0][]) =>
    anEntry({ state, order: { order_items: { data: lines.map((line) => aLine(line)) } } });

  test('counts by dish over the new and the started orders, the largest count first', () => {
    const dishes = dishesToMake([
      holding('new', { item: 'Gyoza', quantity: 3 }, { item: 'Ramen', quantity: 2 }),
      holding('busy', { item: 'Ramen', quantity: 4 }),
      holding('done', { item: 'Gyoza', quantity: 9 }),
    ]);
    expect(dishes.map(({ name, count }) => `${name} ×${count}`)).toEqual(['Ramen ×6', 'Gyoza ×3']);
  });

  test('leaves out refunded dishes, and dishes and choices of which nothing is left', () => {
    const back = (id: number, quantity: number) => ({
      data: [
        {
          amount: 1,
          reason: 'Sold out',
          created_at: '2026-11-20T12:50:00.000Z',
          state: 'pending' as const,
          items: { data: [{ order_item_id: id, quantity }] },
        },
      ],
    });
    const small = holding('new', { id: 2, item: 'Ramen', variantName: 'Small', quantity: 1 });
    const large = holding(
      'busy',
      { id: 1, item: 'Ramen', variantName: 'Large', quantity: 14 },
      { id: 3, item: 'Tea', quantity: 1 },
    );
    const gyoza = holding('new', { id: 4, item: 'Gyoza', quantity: 2 });
    small.order.refunds = back(2, 1);
    large.order.refunds = { data: [...back(1, 5).data, ...back(3, 1).data] };
    gyoza.order.refunds = { data: [{ ...back(4, 2).data[0], state: 'failed' }] as never };
    expect(dishesToMake([small, large, gyoza])).toEqual([
      { name: 'Ramen', count: 9, choices: [{ name: 'Large', count: 9 }] },
      { name: 'Gyoza', count: 2, choices: [{ name: 'Large', count: 2 }] },
    ]);
  });

  test('shows the choices of a dish', () => {
    const [ramen] = dishesToMake([
      holding('new', { item: 'Ramen', variantName: 'Large', options: ['Egg'], quantity: 1 }),
      holding('new', { item: 'Ramen', variantName: 'Small', quantity: 2 }),
      holding('new', { item: 'Ramen', variantName: 'Large', options: ['Egg'], quantity: 2 }),
    ]);
    expect(ramen?.choices).toEqual([
      { name: 'Large · Egg', count: 3 },
      { name: 'Small', count: 2 },
    ]);
  });
});
