/** A screen of a remote, in a boundary of its own. */
import { useLayoutEffect } from 'react';
import { useShell } from 'shared-contracts/events';
import { useLocation, useParams } from 'shared-contracts/router';
import { site } from 'shared-contracts/site';
import { FailedState, Page, QuietHeading, Skeleton, SkeletonBlock, StatePage } from 'shared-contracts/ui';
import type { RemoteRoute } from '../releases/snapshot';
import { prefetchData } from './prefetch';
import { RemoteBoundary } from './remote-boundary';
import styles from './remote-screen.module.css';
import { useRemotes } from './remotes-context';
import { SlowNote } from './slow-note';

/** Loads the route's code and its declared data in parallel. A failure replaces this screen alone. */
export function RemoteScreen({ route }: { route: RemoteRoute }) {
  const { loader, onRenderError } = useRemotes();
  const { pathname } = useLocation();
  const params = useParams();
  const isOnline = useShell(({ connection }) => connection.isOnline);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every address; the parameters are part of it
  useLayoutEffect(() => prefetchData(route, params), [route, pathname]);

  return (
    <RemoteBoundary
      loader={loader}
      remote={route.remote}
      id={`${route.remote}/${route.screen}`}
      load={() => loader.loadScreen(route.remote, route.screen)}
      resetKey={pathname}
      onError={(error) => onRenderError?.(route.remote, error, true)}
      waiting={<ScreenSkeleton route={route} />}
      failed={(retry) => (
        <StatePage heading={route.title}>
          <FailedState
            text={`Your cart is safe.${isOnline ? ` The rest of ${site().brand} still works.` : ''}`}
            onRetry={retry}
          />
        </StatePage>
      )}
    />
  );
}

/**
 * The heading of the page, which assistive technology reads at once, and the outline of most pages: title, sentence,
 * cards.
 */
function ScreenSkeleton({ route }: { route: RemoteRoute }) {
  return (
    <>
      <QuietHeading>{route.title}</QuietHeading>
      <Skeleton label="Loading the page…">
        {route.isOverPicture && <SkeletonBlock className={styles.picture} />}
        <Page width={route.width} className={styles.page}>
          <SkeletonBlock shape="title" width="half" />
          <SkeletonBlock shape="line" width="long" />
          <SkeletonBlock className={styles.card} />
          <SkeletonBlock className={styles.card} />
          <SkeletonBlock className={styles.card} />
        </Page>
      </Skeleton>
      <Page width={route.width}>
        <SlowNote />
      </Page>
    </>
  );
}
