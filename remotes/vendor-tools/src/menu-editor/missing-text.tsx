import { Languages } from 'lucide-react';
import { Badge, VisuallyHidden } from 'shared-contracts/ui';
import { listed, ownLanguageName } from '../language';
import { plural, t } from '../words';
import { countMissing, type WrittenEntry } from './translation.rules';

/**
 * Counts the missing texts in a language: 'Français 3 missing'. The name and the number are side by side as on a tab, so that a person who speaks to
 * the page can say what they see.
 */
export const missingText = (language: string, count: number): string =>
  plural(
    count,
    { one: '{language} # missing', other: '{language} # missing' },
    { language: ownLanguageName(language) },
  );

export interface MissingBadgeProps {
  entry: WrittenEntry;
  languages: readonly string[];
}

/** Marks an entry that lacks texts with their number in each language: 'FR 3, AR 4'. */
export function MissingBadge({ entry, languages }: MissingBadgeProps) {
  const missing = languages
    .map((language) => ({ language, count: countMissing(entry, language) }))
    .filter(({ count }) => count > 0);
  if (missing.length === 0) return null;
  return (
    <Badge icon={Languages}>
      <span aria-hidden="true" translate="no">
        {listed(missing.map(({ language, count }) => `${language.toUpperCase()} ${count}`))}
      </span>
      <VisuallyHidden>
        {missing.map(({ language, count }) => missingText(language, count)).join(t('; '))}
      </VisuallyHidden>
    </Badge>
  );
}
