/** What a screen and a slot of a remote have in common: code on demand, a boundary of its own, and another attempt. */
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import type { LoadedComponent, Loader } from './loader';

interface RemotePartProps {
  loader: Loader;
  remote: string;
  /** Names the part on this page: 'catalog/menu'. */
  id: string;
  load: () => Promise<LoadedComponent>;
  /** When this changes, a part that failed while rendering gets a fresh start. */
  resetKey?: string;
  waiting: ReactNode;
  failed: (retry: () => void) => ReactNode;
  onError: (error: unknown) => void;
}

/** Parts that were shown once, so that coming back to one shows it at once. One that failed is forgotten. */
const parts = new WeakMap<Loader, Map<string, ComponentType>>();

function partsOf(loader: Loader): Map<string, ComponentType> {
  const known = parts.get(loader) ?? new Map<string, ComponentType>();
  parts.set(loader, known);
  return known;
}

function lazyPart(loader: Loader, id: string, load: () => Promise<LoadedComponent>): ComponentType {
  const known = partsOf(loader);
  const part =
    known.get(id) ??
    lazy(async () => {
      const result = await load();
      if (result.status === 'ready') return { default: result.Component };
      throw result.error;
    });
  known.set(id, part);
  return part;
}

export function RemotePart({ loader, remote, id, load, resetKey = '', waiting, failed, onError }: RemotePartProps) {
  const [attempt, setAttempt] = useState(0);
  const Part = lazyPart(loader, id, load);
  const retry = () => {
    loader.askAnew(remote);
    setAttempt(attempt + 1);
  };
  const caught = (error: unknown) => {
    // React.lazy remembers its rejection: whoever shows this part next, here or elsewhere, needs another lazy component.
    partsOf(loader).delete(id);
    onError(error);
  };
  return (
    <Boundary key={`${id} ${attempt}`} resetKey={resetKey} fallback={() => failed(retry)} onError={caught}>
      <Suspense fallback={waiting}>
        <Part />
      </Suspense>
    </Boundary>
  );
}

interface BoundaryProps {
  resetKey: string;
  fallback: () => ReactNode;
  onError: (error: unknown) => void;
  children: ReactNode;
}

/** Keeps a failure where it happened. React hands it to the root's onCaughtError, which logs it. */
class Boundary extends Component<BoundaryProps, { failedAt: string | null }> {
  override state: { failedAt: string | null } = { failedAt: null };

  static getDerivedStateFromError(): { failedAt: string } {
    return { failedAt: '' };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
    this.setState({ failedAt: this.props.resetKey });
  }

  override componentDidUpdate(previous: BoundaryProps): void {
    if (this.state.failedAt !== null && previous.resetKey !== this.props.resetKey) this.setState({ failedAt: null });
  }

  override render(): ReactNode {
    return this.state.failedAt === null ? this.props.children : this.props.fallback();
  }
}
