import { disputeReason } from './dispute-words';

test.each([
  ['fraudulent', 'Fraud: the holder of the card did not pay'],
  ['product_not_received', 'The order was not received'],
])('the reason %s of the provider is in words', (reason, words) => {
  expect(disputeReason(reason)).toBe(words);
});

test.each(['The bank says no', 'a_new_reason', 'toString'])('the reason %s is shown as it was written', (reason) => {
  expect(disputeReason(reason)).toBeNull();
});
