import { foldText } from 'shared-contracts/rules/search';

/** Makes the slug of a name: 'Café Granary' becomes 'cafe-granary', or 'cafe-granary-2' when that one is taken. */
export function freeSlug(name: string, taken: ReadonlySet<string>, otherwise: string): string {
  const plain = foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const base = plain || otherwise;
  if (!taken.has(base)) return base;
  for (let number = 2; ; number += 1) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`;
}
