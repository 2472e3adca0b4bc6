/** Paystack's public test cards that the sandbox knows. Every other number is refused, so that a real card never works here. */

export type CardPath =
  | { kind: 'pays' }
  /** The card asks for a PIN, then for a one-time code. */
  | { kind: 'pin'; pin: string; code: string }
  | { kind: 'declined'; message: string };

const CARDS: Readonly<Record<string, { cvv: string; path: CardPath }>> = {
  '4084084084084081': { cvv: '408', path: { kind: 'pays' } },
  '5060666666666666666': { cvv: '123', path: { kind: 'pin', pin: '1234', code: '123456' } },
  '4084080000005408': { cvv: '001', path: { kind: 'declined', message: 'Declined' } },
  '4084080000670037': { cvv: '787', path: { kind: 'declined', message: 'Insufficient Funds' } },
};

export function pathOfCard(number: string, cvv: string): CardPath {
  const card = CARDS[number];
  if (!card) return { kind: 'declined', message: 'This is not a test card' };
  return card.cvv === cvv ? card.path : { kind: 'declined', message: 'Incorrect CVV' };
}
