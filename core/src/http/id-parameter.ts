/** Ids in an address of the API. */
import { idSchema } from 'shared-contracts/schemas';
import { z } from 'zod';

const CANONICAL = /^[1-9]\d*$/;
const NO_ID = { namesNothing: true };

/**
 * An id in the path or in the query: '17' and no other spelling of 17, so that a thing has one address. The request for any other text is
 * answered 404, as for an id that nothing has.
 */
export const idParameter = z.preprocess((text, context) => {
  if (text === undefined) return text;
  const id = CANONICAL.test(String(text)) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) context.addIssue({ code: 'custom', message: 'This is not an id.', params: NO_ID });
  return id;
}, idSchema);

/** True when an address was refused because a text in it can be no id. */
export const namesNothing = (issues: readonly z.core.$ZodIssue[]): boolean =>
  issues.some((issue) => issue.code === 'custom' && issue.params === NO_ID);
