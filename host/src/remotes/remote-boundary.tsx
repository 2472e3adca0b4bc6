/** What a screen and a slot of a remote have in common: code on demand, a boundary of its own, and another attempt. */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { queryClient } from 'shared-contracts/query';
import { LastingBoundary } from '../boundary/lasting-boundary';
import type { LoadedComponent, Loader } from './loader';

/** As long as a request may take. */
const SUSPENDED_MS = 30_000;

interface RemotePartProps {
  loader: Loader;
  remote: string;
  /** Names the part on this page: 'catalog/menu'. */
  id: string;
  load: () => Promise<LoadedComponent>;
  /** When this changes, the part gets a fresh start. */
  resetKey?: string;
  /** False takes the part away, and what it throws on its way out stays here. Defaults to true. */
  isShown?: boolean;
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

export function RemotePart(props: RemotePartProps) {
  const { loader, remote, id, load, resetKey = '', isShown = true, waiting, failed, onError } = props;
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    loader.askAnew(remote);
    setAttempt(attempt + 1);
  };
  const caught = (error: unknown, _owner: string | undefined, isLeaving: boolean) => {
    // React.lazy remembers its rejection: what shows this part next, here or elsewhere, needs another lazy component.
    if (!isLeaving) partsOf(loader).delete(id);
    onError(error);
  };
  const Part = isShown ? lazyPart(loader, id, load) : undefined;
  return (
    <LastingBoundary
      id={isShown ? `${id} ${resetKey} ${attempt}` : undefined}
      fallback={(startAfresh) =>
        failed(() => {
          startAfresh();
          retry();
        })
      }
      onError={caught}
    >
      {Part && (
        <Suspense
          fallback={
            <>
              {waiting}
              <FailsInTime what={`'${id}'`} />
            </>
          }
        >
          <Part />
        </Suspense>
      )}
    </LastingBoundary>
  );
}

/** A part that waits for something that never comes has failed. While a request runs, it may be that which it waits for. */
function FailsInTime({ what }: { what: string }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => {
        if (queryClient().isFetching() > 0) wait();
        else setIsLate(true);
      }, SUSPENDED_MS);
    };
    wait();
    return () => clearTimeout(timer);
  }, []);
  if (isLate) throw new Error(`${what} showed nothing within ${SUSPENDED_MS / 1000} seconds.`);
  return null;
}
