/** Formats and checks the input of the card form with pure functions. */

export interface CardEntry {
  number: string;
  expiry: string;
  cvc: string;
}

export interface CardProblem {
  field: keyof CardEntry;
  code: string;
  message: string;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Formats '4242424242424242' as '4242 4242 4242 4242'. */
export function formatNumber(text: string): string {
  return digitsOf(text)
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ');
}

/** Formats '1228' as '12 / 28', and '4' as '04 / ', because no month starts with a 4. */
export function formatExpiry(text: string): string {
  let digits = digitsOf(text).slice(0, 4);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export function formatCvc(text: string): string {
  return digitsOf(text).slice(0, 4);
}

export function isLuhnValid(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Returns the month (1 to 12) and the full year; null while the text is incomplete. */
export function readExpiry(expiry: string): { month: number; year: number } | null {
  const digits = digitsOf(expiry);
  if (digits.length !== 4) return null;
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) };
}

/** Returns every reason not to send the card, in the order of the fields. */
export function problemsOf(entry: CardEntry, today: Date): CardProblem[] {
  return [problemOfNumber(entry.number), problemOfExpiry(entry.expiry, today), problemOfCvc(entry.cvc)].filter(
    (problem): problem is CardProblem => problem !== null,
  );
}

function problemOfNumber(text: string): CardProblem | null {
  const number = digitsOf(text);
  if (number.length < 16) return problem('number', 'incomplete_number', 'Your card number is incomplete.');
  if (!isLuhnValid(number)) return problem('number', 'invalid_number', 'Your card number is invalid.');
  return null;
}

function problemOfExpiry(text: string, today: Date): CardProblem | null {
  const expiry = readExpiry(text);
  if (!expiry) return problem('expiry', 'incomplete_expiry', "Your card's expiration date is incomplete.");
  if (expiry.month < 1 || expiry.month > 12) {
    return problem('expiry', 'invalid_expiry_month', "Your card's expiration month is invalid.");
  }
  const isPast = expiry.year * 12 + expiry.month < today.getFullYear() * 12 + today.getMonth() + 1;
  return isPast ? problem('expiry', 'invalid_expiry_year_past', "Your card's expiration year is in the past.") : null;
}

function problemOfCvc(text: string): CardProblem | null {
  if (digitsOf(text).length >= 3) return null;
  return problem('cvc', 'incomplete_cvc', "Your card's security code is incomplete.");
}

function problem(field: keyof CardEntry, code: string, message: string): CardProblem {
  return { field, code, message };
}
