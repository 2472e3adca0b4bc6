import type { ApiErrorShape } from 'shared-contracts/client';
import { plural } from '../words';

/** Says when to try again after too many attempts; any other failure keeps its own message. */
export function explainWait({ status, retryAfter, message }: ApiErrorShape): string {
  if (status !== 429 || retryAfter === undefined) return message;
  const minutes = Math.ceil(retryAfter / 60);
  return plural(minutes, {
    one: 'Too many attempts. Please try again in a minute.',
    other: 'Too many attempts. Please try again in # minutes.',
  });
}
