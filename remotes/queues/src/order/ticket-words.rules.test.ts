import { aLine, anOrder } from 'shared-contracts/testing';
import { ticketWords } from './ticket-words.rules';

test('writes the number, the vendor, the buyer, the destination, the dishes and their choices', () => {
  const order = anOrder({
    order_items: { data: [aLine({ options: ['Soy-cured egg'], notes: 'No onion' }), aLine({ variantName: 'Small' })] },
    delivery_method_instructions: 'By the window',
  });
  expect(ticketWords(order)).toBe(
    'A-2058, Kumo Ramen, Thandi Mokoena, Table 12: 2 Tonkotsu ramen, Large · Soy-cured egg (No onion); 2 Tonkotsu ramen, Small; By the window',
  );
});

test('writes an allergy before the dishes', () => {
  const order = anOrder({ allergy_note: 'Peanuts', order_items: { data: [aLine()] } });
  expect(ticketWords(order)).toMatch(/Table 12: Allergy: Peanuts; 2 Tonkotsu ramen/);
});

test('writes the refunded part of a line', () => {
  const items = { data: [{ order_item_id: 1, quantity: 2 }] };
  const back = {
    amount: 5,
    reason: 'Sold out',
    created_at: '2026-11-20T12:50:00.000Z',
    state: 'pending' as const,
    items,
  };
  const words = (quantity: number) =>
    ticketWords(anOrder({ order_items: { data: [aLine({ quantity })] }, refunds: { data: [back] } }));
  expect(words(3)).toMatch(/: 1 Tonkotsu ramen, Large, 2 of 3 refunded$/);
  expect(words(2)).toMatch(/: 2 Tonkotsu ramen, Large, Refunded$/);
});
