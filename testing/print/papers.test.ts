import { paperOf, problemsOf } from './papers';

const plain = (order: string) => ({ order, isMarked: false });
const marked = (order: string) => ({ order, isMarked: true });

test('a ticket is read from its lines', () => {
  expect(paperOf(['DUPLICATE', 'K-101', 'Collect'])).toEqual(marked('K-101'));
  expect(paperOf(['K-101', '2 × Miso Ramen'])).toEqual(plain('K-101'));
  expect(() => paperOf(['half a tick'])).toThrow('A ticket names no order');
});

test.each([
  ['each order once', [plain('K-1'), plain('K-2')], []],
  ['a second ticket with a mark', [plain('K-1'), marked('K-1'), plain('K-2')], []],
  ['a marked ticket alone, since the first may have been lost on its way', [marked('K-1'), plain('K-2')], []],
  ['an order that is lost', [plain('K-1')], ['K-2 was not printed.']],
  [
    'a second ticket without a mark',
    [plain('K-1'), plain('K-1'), plain('K-2')],
    ['K-1 was printed 2 times without a mark.'],
  ],
  ['the wrong order', [plain('K-2'), plain('K-1')], ['K-1 was printed after a later order.']],
  ['an order of another stall', [plain('K-1'), plain('K-2'), plain('B-7')], ['B-7 is no order of this stall.']],
])('%s', (_case, papers, problems) => {
  expect(problemsOf(papers, ['K-1', 'K-2'])).toEqual(problems);
});
