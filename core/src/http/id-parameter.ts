/** Ids in addresses of the API. */
import { idSchema } from 'shared-contracts/schemas';
import { z } from 'zod';

const CANONICAL = /^[1-9]\d*$/;
const NO_ID = { namesNothing: true };

/**
 * An id in the path or in the query. Only '17' means 17, so that each resource has one address. Any other text gets a 404, like an unknown
 * id.
 */
export const idParameter = z.preprocess((text, context) => {
  if (text === undefined) return text;
  const id = CANONICAL.test(String(text)) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) context.addIssue({ code: 'custom', message: 'This is not an id.', params: NO_ID });
  return id;
}, idSchema);

/** True when an address was refused because a text in it cannot be an id. */
export const namesNothing = (issues: readonly z.core.$ZodIssue[]): boolean =>
  issues.some((issue) => issue.code === 'custom' && issue.params === NO_ID);
