/** A screen of a remote, in the place that the shell gives it. */
import { useLayoutEffect } from 'react';
import { useShell } from 'shared-contracts/events';
import { useLocation, useParams } from 'shared-contracts/router';
import { site } from 'shared-contracts/site';
import { FailedState, Page, QuietHeading, Skeleton, SkeletonBlock, StatePage } from 'shared-contracts/ui';
import type { RemoteRoute } from '../releases/snapshot';
import { prefetchData } from './prefetch';
import { RemotePart } from './remote-boundary';
import styles from './remote-screen.module.css';
import { useRemotes } from './remotes-context';
import { SlowNote } from './slow-note';

/** Loads the route's code and its declared data side by side. A failure takes this place and no other. */
export function RemoteScreen({ route }: { route: RemoteRoute }) {
  const { loader, onRenderError } = useRemotes();
  const { pathname } = useLocation();
  const params = useParams();
  const isOnline = useShell(({ connection }) => connection.isOnline);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every address; the parameters are part of it
  useLayoutEffect(() => prefetchData(route, params), [route, pathname]);

  return (
    <RemotePart
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

/** The page has its heading from its first moment. Otherwise what most pages begin with: a title, a sentence, cards. */
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
