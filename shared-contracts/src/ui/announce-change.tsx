import { useState } from 'react';
import { VisuallyHidden } from './visually-hidden';

/** Says to those who listen what a figure has become. Silent until it changes: how it starts is read with the page. */
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
