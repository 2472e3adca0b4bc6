/** Provides the loader and the snapshot to screens and slots, and fills the contracts' `<Slot>`. */
import type { ReactNode } from 'react';
import { SlotContext } from 'shared-contracts/remote';
import { RemoteSlot } from './remote-slot';
import { type Remotes, RemotesContext } from './remotes-context';

export function RemotesProvider({ remotes, children }: { remotes: Remotes; children: ReactNode }) {
  return (
    <RemotesContext value={remotes}>
      <SlotContext value={RemoteSlot}>{children}</SlotContext>
    </RemotesContext>
  );
}
