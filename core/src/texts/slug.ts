import { foldText } from 'shared-contracts/rules/search';

/** 'Café Granary' is 'cafe-granary', or 'cafe-granary-2' where that is taken. */
export function freeSlug(name: string, taken: ReadonlySet<string>, otherwise: string): string {
  const plain = foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const base = plain || otherwise;
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`;
}
