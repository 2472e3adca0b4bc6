import { endOverrides } from '../releases/end-grants';
import type { Overrides } from '../releases/overrides';
import { useRemotes } from '../remotes/remotes-context';
import { ReleaseBadge } from './release-badge';

const listOf = (overrides: Overrides) =>
  Object.entries(overrides)
    .map(([remote, origin]) => `${remote} from ${origin}`)
    .join(', ');

/** Shows a developer, on every page, the origins of overridden remotes, and those that did not respond. */
export function OverrideBadge({ reload = () => window.location.reload() }: { reload?: () => void }) {
  const { overridden } = useRemotes();
  const applied = listOf(overridden?.applied ?? {});
  const missing = listOf(overridden?.missing ?? {});
  if (!applied && !missing) return null;
  const reset = async () => {
    await endOverrides();
    reload();
  };
  return (
    <ReleaseBadge label="Overrides" leave="Reset" onLeave={() => void reset()}>
      {[applied && `This page runs ${applied}.`, missing && `No response for ${missing}: the released version runs.`]
        .filter(Boolean)
        .join(' ')}
    </ReleaseBadge>
  );
}
