import { endOverrides } from '../releases/end-overrides';
import type { Overrides } from '../releases/overrides';
import { useRemotes } from '../remotes/remotes-context';
import { VisitBadge } from './release-badge';

const listOf = (overrides: Overrides) =>
  Object.entries(overrides)
    .map(([remote, origin]) => `${remote} from ${origin}`)
    .join(', ');

/** A developer sees on every page whose build it runs, and which one did not answer. */
export function OverrideBadge({ reload = () => window.location.reload() }: { reload?: () => void }) {
  const { overridden } = useRemotes();
  const applied = listOf(overridden?.applied ?? {});
  const missing = listOf(overridden?.missing ?? {});
  if (!applied && !missing) return null;
  const reset = () => {
    endOverrides();
    reload();
  };
  return (
    <VisitBadge label="Overrides" leave="Reset" onLeave={reset}>
      {applied && `This page runs ${applied}.`} {missing && `No response for ${missing}: the released version runs.`}
    </VisitBadge>
  );
}
