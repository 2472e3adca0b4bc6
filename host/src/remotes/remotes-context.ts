/** The loader and the snapshot, for components that show a remote. */
import { createContext, useContext } from 'react';
import type { Overridden } from '../releases/overrides';
import type { Snapshot } from '../releases/snapshot';
import type { Loader } from './loader';

export interface Remotes {
  loader: Loader;
  snapshot: Snapshot;
  /** Origin that serves the remotes' files. */
  site: string;
  /** A developer's own builds in place of released ones: those that apply, those that did not respond, and those that another tab runs. */
  overridden?: Pick<Overridden, 'applied' | 'missing' | 'waiting'>;
  /** Called with every error that a boundary of a remote caught. `isSeen`: the visitor saw the failure. */
  onRenderError?: (remote: string, error: unknown, isSeen: boolean) => void;
}

export const RemotesContext = createContext<Remotes | undefined>(undefined);

/** @throws outside RemotesProvider */
export function useRemotes(): Remotes {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('useRemotes needs a RemotesProvider above it.');
  return remotes;
}
