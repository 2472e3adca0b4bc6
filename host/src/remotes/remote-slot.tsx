/** A slot of the shell, which remotes fill. Each filling loads when it is shown and fails alone, as one row. */
import { useShell } from 'shared-contracts/events';
import type { SlotProps } from 'shared-contracts/remote';
import { FailedState, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { LaterAgain } from '../boundary/unseen';
import { fillingsOf } from '../releases/snapshot';
import { admission } from './admission';
import { RemoteBoundary } from './remote-boundary';
import styles from './remote-slot.module.css';
import { useRemotes } from './remotes-context';
import { SlowNote } from './slow-note';

/** A filling that is not meant for the visitor is not downloaded. */
export function RemoteSlot({ name, isShown = true }: SlotProps) {
  const { loader, snapshot, onRenderError } = useRemotes();
  const session = useShell((state) => state.session);
  return fillingsOf(snapshot, name).map(({ remote, module, ...meant }) => (
    <RemoteBoundary
      key={`${remote}/${module}`}
      loader={loader}
      remote={remote}
      id={`${remote}#${module}`}
      isShown={isShown && admission(meant, session) === 'admitted'}
      load={() => loader.loadSlot(remote, module)}
      waiting={name === 'background' ? null : <SlotSkeleton />}
      onError={(error) => onRenderError?.(remote, error, name !== 'background')}
      failed={(retry) =>
        name === 'background' ? <LaterAgain retry={retry} /> : <FailedState variant="row" onRetry={retry} />
      }
    />
  ));
}

/** The skeleton is as high as a card, so that the content below does not move. */
function SlotSkeleton() {
  return (
    <div>
      <Skeleton>
        <SkeletonBlock className={styles.card} />
      </Skeleton>
      <SlowNote />
    </div>
  );
}
