import { useEffect, useState } from 'react';
import { plural, t } from '../words';
import { VisuallyHidden } from './visually-hidden';

/** How long typing has to rest, in milliseconds. Numbers at every key would interrupt one another. */
const REST_MS = 400;

/** Announces the number of search results to screen readers. Null: nothing is searched for, or it is still loading. */
export function SearchStatus({ count }: { count: number | null }) {
  const [settled, setSettled] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(count), REST_MS);
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <VisuallyHidden>
      <span role="status">{count !== null && count === settled ? words(count) : ''}</span>
    </VisuallyHidden>
  );
}

function words(count: number): string {
  return count === 0 ? t('No results') : plural(count, { one: '# result', other: '# results' });
}
