/** The Idempotency-Key header: a request that is sent again under the same key does nothing again. */
import { z } from 'zod';
import { invalid } from '../errors';

/** Loose, or the other headers would be gone from the request. */
export const idempotencyHeaders = z.looseObject({ 'idempotency-key': z.string().min(1).max(200).optional() });

/** A request is not sent again after this time, so older keys may go. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

export const keyReused = () =>
  invalid({ 'Idempotency-Key': ['This key was used for another request.'] }, 'IDEMPOTENCY_KEY_REUSED');
