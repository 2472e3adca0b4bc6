import { useState } from 'react';
import { VisuallyHidden } from './visually-hidden';

/** Announces a number to screen readers when it changes. The first value is not announced: it is read with the page. */
export function AnnounceChange({ text }: { text: string }) {
  const [first] = useState(text);
  const [hasChanged, setHasChanged] = useState(false);
  if (!hasChanged && text !== first) setHasChanged(true);
  return (
    <VisuallyHidden>
      <span role="status">{hasChanged ? text : ''}</span>
    </VisuallyHidden>
  );
}
