/** Fills in the description that a remote declares for readers without scripts. It imports no code. */
import type { FactsManifest } from './manifest';

type Params = Readonly<Record<string, string | undefined>>;

/**
 * Fills the fields of the declared texts: `{{venue.data.name}}` comes from the body named `venue`, and
 * `{{vendors.data.:vendorId.name}}` from the entry whose id the address has as `vendorId`.
 * @param view the site's brand and the bodies of the API, by their names
 * @returns plain text, not escaped; undefined if a field is missing, such as that of an entry that does not exist
 * @example
 * fillFacts(facts, { venue: { data: { name: 'Union Food Hall' } } }, { venueId: '1' });
 */
export function fillFacts(
  { title, description }: FactsManifest,
  view: Readonly<Record<string, unknown>>,
  params: Params,
): FactsManifest | undefined {
  let isWhole = true;
  const fill = (text: string) =>
    text.replace(/\{\{([\w.:]+)\}\}/g, (_whole, path: string) => {
      const value = path.split('.').reduce<unknown>((from, step) => fieldOf(from, step, params), view);
      isWhole &&= typeof value === 'string';
      return String(value);
    });
  const filled = { title: fill(title), description: fill(description) };
  return isWhole ? filled : undefined;
}

function fieldOf(from: unknown, step: string, params: Params): unknown {
  if (typeof from !== 'object' || from === null) return undefined;
  if (!step.startsWith(':')) return Object.hasOwn(from, step) ? (from as Record<string, unknown>)[step] : undefined;
  const id = params[step.slice(1)];
  return Array.isArray(from) ? from.find((entry: { id?: unknown } | null) => String(entry?.id) === id) : undefined;
}
