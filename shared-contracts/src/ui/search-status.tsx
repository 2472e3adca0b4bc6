import { useEffect, useState } from 'react';
import { VisuallyHidden } from './visually-hidden';

/** Typing has rested by then: announced at every key, the numbers would interrupt one another. */
const REST_MS = 400;

/** Says to those who listen how many things a search left. Null: nothing is searched for, or it is still loading. */
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
  if (count === 0) return 'No results';
  return count === 1 ? '1 result' : `${count} results`;
}
