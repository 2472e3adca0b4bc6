/** The Idempotency-Key header. A request that is repeated with the same key takes effect once. */
import { z } from 'zod';
import { invalid } from '../errors';
import { t } from '../words';

/** A strict object would remove the other headers from the request. */
export const idempotencyHeaders = z.looseObject({ 'idempotency-key': z.string().min(1).max(200).optional() });

/** Clients do not repeat a request after this time, so older keys are deleted. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

export const keyReused = () =>
  invalid({ 'Idempotency-Key': [t('This key was used for another request.')] }, 'IDEMPOTENCY_KEY_REUSED');
