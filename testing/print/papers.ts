// Compares what came out on paper with the orders of a stall.

/** A ticket as its paper reads. */
export interface Paper {
  /** 'K-101' */
  order: string;
  /** It says that it may have been printed before. */
  isMarked: boolean;
}

/** @throws if the lines name no order, or are cut off */
export function paperOf(lines: readonly string[]): Paper {
  const text = lines.join('\n');
  const [order] = /\b[A-Z]+-\d+\b/.exec(text) ?? [];
  if (!order) throw new Error(`A ticket names no order:\n${text}`);
  return { order, isMarked: text.includes('DUPLICATE') };
}

/**
 * Returns the problems, in sentences: an order that is lost, one that is printed twice without a mark, one of another stall, and two that are
 * printed in the wrong order.
 * @param papers in the order in which they were printed
 * @param orders in the order in which they were placed
 * @example
 * problemsOf([{ order: 'K-1', isMarked: false }], ['K-1', 'K-2']); // ['K-2 was not printed.']
 */
export function problemsOf(papers: readonly Paper[], orders: readonly string[]): string[] {
  const places = new Map(orders.map((order, place) => [order, place]));
  const plain = new Map<string, number>();
  const first = new Set<string>();
  const problems: string[] = [];
  let last = -1;
  for (const { order, isMarked } of papers) {
    const place = places.get(order);
    if (place === undefined) problems.push(`${order} is no order of this stall.`);
    else if (!first.has(order)) {
      if (place < last) problems.push(`${order} was printed after a later order.`);
      last = Math.max(last, place);
    }
    first.add(order);
    if (!isMarked) plain.set(order, (plain.get(order) ?? 0) + 1);
  }
  for (const order of orders) {
    if (!first.has(order)) problems.push(`${order} was not printed.`);
    if ((plain.get(order) ?? 0) > 1) problems.push(`${order} was printed ${plain.get(order)} times without a mark.`);
  }
  return problems;
}
