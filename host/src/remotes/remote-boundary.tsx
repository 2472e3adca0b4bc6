/** The frame of every screen and slot of a remote: code on demand, a boundary of its own, and a retry. */
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useShell } from 'shared-contracts/events';
import { currentLanguage, directionOf, wordsOf } from 'shared-contracts/language';
import { queryClient } from 'shared-contracts/query';
import { LastingBoundary } from '../boundary/lasting-boundary';
import { ContentIsShown } from '../first-screen/first-screen';
import { staysEnglish } from './catalogs';
import type { LoadedComponent } from './components';
import type { Loader } from './loader';
import styles from './remote-boundary.module.css';
import { useRemotes } from './remotes-context';
import { holdStyles } from './styles';

/** A request to the API may take as long as this. */
const SUSPENDED_SECONDS = 30;

interface RemoteBoundaryProps {
  loader: Loader;
  remote: string;
  /** Unique on the page: 'catalog/menu', 'queues#queue-background'. */
  id: string;
  load: () => Promise<LoadedComponent>;
  /** If it changes, the component is mounted again. */
  resetKey?: string;
  /** False unmounts the component; this boundary catches the errors of its cleanup. Defaults to true. */
  isShown?: boolean;
  /** The component is the content of a page, which the first screen waits for. */
  isPage?: boolean;
  waiting: ReactNode;
  failed: (retry: () => void) => ReactNode;
  onError: (error: unknown) => void;
}

/** Components that were shown once, so that a return to one shows it at once. One that failed is removed. */
const components = new WeakMap<Loader, Map<string, ComponentType>>();

function componentsOf(loader: Loader): Map<string, ComponentType> {
  const known = components.get(loader) ?? new Map<string, ComponentType>();
  components.set(loader, known);
  return known;
}

function lazyComponent(loader: Loader, id: string, load: () => Promise<LoadedComponent>): ComponentType {
  const known = componentsOf(loader);
  const component =
    known.get(id) ??
    lazy(async () => {
      const result = await load();
      if (result.status === 'ready') return { default: result.Component };
      throw result.error;
    });
  known.set(id, component);
  return component;
}

/**
 * Loads a component before its boundary renders. The boundary then shows the component at once, without a skeleton.
 * @param patience how long this waits, in milliseconds. A boundary that renders before the component has arrived waits for the
 *   same load
 */
export async function prepareComponent(
  loader: Loader,
  id: string,
  load: () => Promise<LoadedComponent>,
  patience: number,
): Promise<void> {
  const loading = load();
  lazyComponent(loader, id, () => loading);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience, undefined));
  const result = await Promise.race([loading, late]);
  if (result?.status === 'ready') componentsOf(loader).set(id, result.Component);
}

export function RemoteBoundary(props: RemoteBoundaryProps) {
  const { loader, remote, id, load, resetKey = '', isShown = true, isPage, waiting, failed, onError } = props;
  const [attempt, setAttempt] = useState(0);
  const retry = () => {
    loader.invalidate(remote);
    setAttempt(attempt + 1);
  };
  const caught = (error: unknown, _owner: string | undefined, isLeaving: boolean) => {
    // React.lazy remembers its rejection: the next attempt, in any boundary, needs another lazy component.
    if (!isLeaving) componentsOf(loader).delete(id);
    onError(error);
  };
  const Component = isShown ? lazyComponent(loader, id, load) : undefined;
  return (
    <LastingBoundary
      id={isShown ? `${id} ${resetKey} ${attempt}` : undefined}
      fallback={(reset) => {
        const again = () => {
          reset();
          retry();
        };
        return (
          <>
            {failed(again)}
            <OnceOnline act={again} />
            {isPage && <ContentIsShown />}
          </>
        );
      }}
      onError={caught}
    >
      {Component && (
        <Suspense
          fallback={
            <>
              {waiting}
              <SuspenseTimeout what={`'${id}'`} />
            </>
          }
        >
          <Styles remote={remote} />
          <InItsLanguage remote={remote}>
            <Component />
          </InItsLanguage>
          {isPage && <ContentIsShown />}
        </Suspense>
      )}
    </LastingBoundary>
  );
}

/** Marks a remote that does not have the visitor's language, so that it is read and laid out as English. */
function InItsLanguage({ remote, children }: { remote: string; children: ReactNode }) {
  const language = wordsOf(remote).language();
  const isPagesOwn = language === currentLanguage();
  useLayoutEffect(() => {
    if (!isPagesOwn) staysEnglish(remote);
  }, [isPagesOwn, remote]);
  if (isPagesOwn) return children;
  return (
    <div lang={language} dir={directionOf(language)} className={styles.contents}>
      {children}
    </div>
  );
}

/** Acts when the connection is back, since a load that failed offline may succeed now. */
function OnceOnline({ act }: { act: () => void }) {
  const isOnline = useShell(({ connection }) => connection.isOnline);
  const wasOnline = useRef(isOnline);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each connection
  useEffect(() => {
    if (isOnline && !wasOnline.current) act();
    wasOnline.current = isOnline;
  }, [isOnline]);
  return null;
}

/** Enables the styles of the component beside it, before that measures anything. */
function Styles({ remote }: { remote: string }) {
  const { snapshot, site } = useRemotes();
  const release = snapshot.remotes[remote];
  useInsertionEffect(() => release && holdStyles(release, site), [release, site]);
  return null;
}

/**
 * Makes a component fail that stays suspended too long. While a request is pending the count starts again, since the component
 * may wait for its response. Only seconds in which the page runs are counted, so a phone that sleeps during a load loses no
 * time.
 */
function SuspenseTimeout({ what }: { what: string }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    let seconds = 0;
    const timer = setInterval(() => {
      seconds += 1;
      if (seconds < SUSPENDED_SECONDS) return;
      if (queryClient().isFetching() > 0) seconds = 0;
      else setIsLate(true);
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  if (isLate) throw new Error(`${what} showed nothing within ${SUSPENDED_SECONDS} seconds.`);
  return null;
}
