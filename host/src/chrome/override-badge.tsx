import { endOverrides } from '../releases/end-grants';
import { addressWith, type Overrides } from '../releases/overrides';
import { useRemotes } from '../remotes/remotes-context';
import { t } from '../words';
import { ReleaseBadge } from './release-badge';

const listOverrides = (overrides: Overrides) =>
  Object.entries(overrides)
    .map(([remote, origin]) => t('{remote} from {origin}', { remote, origin }))
    .join(', ');

interface OverrideBadgeProps {
  reload?: () => void;
  open?: (address: string) => void;
}

/** Shows a developer, on every page, the origins of overridden remotes, those that did not respond, and those that this tab does not run. */
export function OverrideBadge({
  reload = () => window.location.reload(),
  open = (address) => window.location.assign(address),
}: OverrideBadgeProps) {
  const { overridden } = useRemotes();
  const applied = listOverrides(overridden?.applied ?? {});
  const missing = listOverrides(overridden?.missing ?? {});
  const waiting = overridden?.waiting ?? {};
  if (applied || missing) {
    const reset = async () => {
      await endOverrides();
      reload();
    };
    return (
      <ReleaseBadge label={t('Overrides')} leave={t('Reset')} onLeave={() => void reset()}>
        {[
          applied && t('This page runs {applied}.', { applied }),
          missing && t('No response for {missing}: the released version runs.', { missing }),
        ]
          .filter(Boolean)
          .join(' ')}
      </ReleaseBadge>
    );
  }
  if (Object.keys(waiting).length === 0) return null;
  return (
    <ReleaseBadge label={t('Overrides')} leave={t('Run it here')} onLeave={() => open(addressWith(waiting))}>
      {t('This tab runs what was released. This browser may run {waiting}.', { waiting: listOverrides(waiting) })}
    </ReleaseBadge>
  );
}
