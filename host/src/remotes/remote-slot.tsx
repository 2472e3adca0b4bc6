/** What remotes bring to a place of the shell's: each filling loads when it is shown and fails alone, as one row. */
import { useEffect } from 'react';
import { useShell } from 'shared-contracts/events';
import type { Audience, SlotName } from 'shared-contracts/remote';
import { FailedState, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { fillingsOf } from './registry';
import { RemotePart } from './remote-part';
import styles from './remote-slot.module.css';
import { useRemotes } from './remotes-context';
import { SlowNote } from './slow-note';

const BACKGROUND_RETRY_MS = 30_000;

export function RemoteSlot({ name }: { name: SlotName }) {
  const { loader, snapshot, onRenderError } = useRemotes();
  const isVendor = useShell(({ session }) => session?.context.type === 'Vendor');
  return fillingsOf(snapshot, name)
    .filter(({ audience }) => isFor(audience, isVendor))
    .map(({ remote, module }) => (
      <RemotePart
        key={`${remote}/${module}`}
        loader={loader}
        remote={remote}
        id={`${remote}#${module}`}
        load={() => loader.loadSlot(remote, module)}
        waiting={name === 'background' ? null : <SlotSkeleton />}
        onError={(error) => onRenderError?.(remote, error, name !== 'background')}
        failed={(retry) =>
          name === 'background' ? <LaterAgain retry={retry} /> : <FailedState variant="row" onRetry={retry} />
        }
      />
    ));
}

/** A vendor context never downloads what is for customers, and the other way round. */
export function isFor(audience: Audience, isVendor: boolean): boolean {
  return audience === 'anyone' || (audience === 'vendor') === isVendor;
}

/** Keeps the place of a card, so that what stands below stays where it is. */
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

/** A background slot shows nothing, so its failure has nobody to press Try Again. */
function LaterAgain({ retry }: { retry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(retry, BACKGROUND_RETRY_MS);
    return () => clearTimeout(timer);
  }, [retry]);
  return null;
}
