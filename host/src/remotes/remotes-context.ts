/** The loader and the snapshot, for whatever shows a remote. */
import { createContext, useContext } from 'react';
import type { Overridden } from '../releases/overrides';
import type { Snapshot } from '../releases/snapshot';
import type { Loader } from './loader';

export interface Remotes {
  loader: Loader;
  snapshot: Snapshot;
  /** Origin that serves the parts. */
  site: string;
  /** A developer's own builds in place of what was released: those that answered, and those that did not. */
  overridden?: Pick<Overridden, 'taken' | 'missing'>;
  /** Told of what the boundary of a remote's place caught. `isSeen`: somebody looked at it. */
  onRenderError?: (remote: string, error: unknown, isSeen: boolean) => void;
}

export const RemotesContext = createContext<Remotes | undefined>(undefined);

/** Throws outside RemotesProvider. */
export function useRemotes(): Remotes {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('Nothing can show a remote outside RemotesProvider.');
  return remotes;
}
