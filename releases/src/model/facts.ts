/** Decides which texts a remote may declare for readers without scripts. The build and the release both use this file. */
import type { FactsManifest } from 'shared-contracts/remote';

/** A field as `fillFacts` of shared-contracts fills it. */
const FIELD = /(?<!\{)\{\{[\w.:]+\}\}(?!\})/g;

/** Explains why no page can have these texts, one sentence each. The server would show any other tag of a template as it is written. */
export function problemsOfFacts(screen: string, texts: FactsManifest): string[] {
  return (['title', 'description'] as const)
    .filter((name) => /\{\{|\}\}/.test(texts[name].replace(FIELD, '')))
    .map(
      (name) =>
        `The ${name} of ${screen} has a tag that is no escaped field; it may have fields such as {{venue.data.name}} only.`,
    );
}
