/** Hands the loader and the snapshot to whatever shows a remote, and fills the contracts' `<Slot>`. */
import { createContext, type ReactNode, useContext } from 'react';
import { SlotContext } from 'shared-contracts/remote';
import type { Loader } from './loader';
import type { Snapshot } from './registry';
import { RemoteSlot } from './remote-slot';

export interface Remotes {
  loader: Loader;
  snapshot: Snapshot;
  /** Origin that serves the parts. */
  site: string;
}

const RemotesContext = createContext<Remotes | undefined>(undefined);

export function RemotesProvider({ remotes, children }: { remotes: Remotes; children: ReactNode }) {
  return (
    <RemotesContext value={remotes}>
      <SlotContext value={RemoteSlot}>{children}</SlotContext>
    </RemotesContext>
  );
}

export function useRemotes(): Remotes {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('Nothing can show a remote outside RemotesProvider.');
  return remotes;
}
