import { invalidParameter } from './stripe-errors';
import { type FormObject, formText } from './stripe-form';

const MOST = 100;

/**
 * Answers a list request page by page, as Stripe does: `limit` (10 by default, at most 100) and `starting_after`.
 * @param items all items that the request asks for, the latest first
 */
export function stripeList<Item extends { id: string }>(items: readonly Item[], query: FormObject, url: string) {
  const limit = Number(formText(query, 'limit') ?? 10);
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= MOST)) {
    throw invalidParameter('limit', `This value must be between 1 and ${MOST}.`, 'parameter_invalid_integer');
  }
  const after = formText(query, 'starting_after');
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw invalidParameter('starting_after', `No such object: '${after}'`);
  const data = items.slice(start, start + limit);
  return { object: 'list', data, has_more: start + limit < items.length, url };
}

/** True if a time, in seconds since 1970, lies in the range of the query's `created[gte]`, `[gt]`, `[lte]` and `[lt]`, or is `created`. */
export function isCreatedWithin(created: number, query: FormObject): boolean {
  const bound = (name: string, otherwise: number) => Number(formText(query, 'created', name) ?? otherwise);
  const exact = formText(query, 'created');
  return (
    (exact === undefined || Number(exact) === created) &&
    created >= bound('gte', Number.NEGATIVE_INFINITY) &&
    created > bound('gt', Number.NEGATIVE_INFINITY) &&
    created <= bound('lte', Number.POSITIVE_INFINITY) &&
    created < bound('lt', Number.POSITIVE_INFINITY)
  );
}
