/** A slot of the shell, which remotes fill. Each filling loads when it is shown and fails alone, as one row. */
import { useShell } from 'shared-contracts/events';
import type { Audience, SlotProps } from 'shared-contracts/remote';
import { FailedState, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { LaterAgain } from '../boundary/unseen';
import { fillingsOf } from '../releases/snapshot';
import { RemoteBoundary } from './remote-boundary';
import styles from './remote-slot.module.css';
import { useRemotes } from './remotes-context';
import { SlowNote } from './slow-note';

export function RemoteSlot({ name, isShown = true }: SlotProps) {
  const { loader, snapshot, onRenderError } = useRemotes();
  const isVendor = useShell(({ session }) => session?.context.type === 'Vendor');
  return fillingsOf(snapshot, name).map(({ remote, module, audience }) => (
    <RemoteBoundary
      key={`${remote}/${module}`}
      loader={loader}
      remote={remote}
      id={`${remote}#${module}`}
      isShown={isShown && isFor(audience, isVendor)}
      load={() => loader.loadSlot(remote, module)}
      waiting={name === 'background' ? null : <SlotSkeleton />}
      onError={(error) => onRenderError?.(remote, error, name !== 'background')}
      failed={(retry) =>
        name === 'background' ? <LaterAgain retry={retry} /> : <FailedState variant="row" onRetry={retry} />
      }
    />
  ));
}

/** A vendor context never downloads a filling for customers, nor a customer one for vendors. */
export function isFor(audience: Audience, isVendor: boolean): boolean {
  return audience === 'anyone' || (audience === 'vendor') === isVendor;
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
