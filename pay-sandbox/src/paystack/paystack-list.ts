/** The query of Paystack's lists. Dates are ISO 8601. */
export interface ListQuery {
  perPage?: string;
  page?: string;
  from?: string;
  to?: string;
}

/**
 * Answers a list request page by page, as Paystack does: `perPage` (50 by default), `page` from 1, and `from` and `to`, both included.
 * @param items all items that the request asks for, the latest first
 */
export function paystackList<Item>(items: readonly Item[], createdAt: (item: Item) => string, query: ListQuery) {
  const from = Date.parse(query.from ?? '1970-01-01');
  const to = query.to === undefined ? Number.POSITIVE_INFINITY : Date.parse(query.to);
  const within = items.filter((item) => Date.parse(createdAt(item)) >= from && Date.parse(createdAt(item)) <= to);
  const perPage = Number(query.perPage ?? 50);
  const page = Number(query.page ?? 1);
  const skipped = (page - 1) * perPage;
  return {
    data: within.slice(skipped, skipped + perPage),
    meta: { total: within.length, skipped, perPage, page, pageCount: Math.ceil(within.length / perPage) },
  };
}
