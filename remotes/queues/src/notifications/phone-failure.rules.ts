import type { ApiErrorShape } from 'shared-contracts/client';
import { plural } from '../words';

/** The sentence of the server, or when to try again after too many attempts. */
export function failureText({ status, retryAfter, message }: ApiErrorShape): string {
  if (status !== 429 || retryAfter === undefined) return message;
  const minutes = Math.ceil(retryAfter / 60);
  if (minutes < 60) {
    return plural(minutes, {
      one: 'Too many attempts. Please try again in a minute.',
      other: 'Too many attempts. Please try again in # minutes.',
    });
  }
  return plural(Math.ceil(minutes / 60), {
    one: 'Too many attempts. Please try again in an hour.',
    other: 'Too many attempts. Please try again in # hours.',
  });
}
