/** A screen of a remote, in a boundary of its own. */
import { useLayoutEffect } from 'react';
import { useShell } from 'shared-contracts/events';
import { useLocation, useParams } from 'shared-contracts/router';
import { site } from 'shared-contracts/site';
import { FailedState, Page, QuietHeading, Skeleton, SkeletonBlock, StatePage } from 'shared-contracts/ui';
import { PLACE } from '../first-screen/hand-over';
import { releaseNameOf, showsRelease } from '../releases/heartbeat';
import type { RemoteRoute } from '../releases/snapshot';
import { t } from '../words';
import type { Loader } from './loader';
import { prefetchData } from './prefetch';
import { prepareComponent, RemoteBoundary } from './remote-boundary';
import styles from './remote-screen.module.css';
import { useRemotes } from './remotes-context';
import { textsOf, useRouteTexts } from './route-texts';
import { SlowNote } from './slow-note';

/**
 * How long, in milliseconds, the shell's first render waits for the code of its screen. Preloaded code takes less, and a skeleton would delay
 * it: React shows no content sooner than 300 ms after one. Code that takes longer is delayed by this wait at most.
 */
const PATIENCE_MS = 300;

const idOf = ({ remote, screen }: RemoteRoute) => `${remote}/${screen}`;

/** Loads the code of the page's screen, so that the first render is of the whole page. */
export function prepareScreen(loader: Loader, route: RemoteRoute): Promise<void> {
  return prepareComponent(loader, idOf(route), () => loader.loadScreen(route.remote, route.screen), PATIENCE_MS);
}

/** Loads the route's code and its declared data in parallel. A failure replaces this screen alone. */
export function RemoteScreen({ route }: { route: RemoteRoute }) {
  const { loader, onRenderError, snapshot } = useRemotes();
  const release = releaseNameOf(snapshot, route.remote);
  // This runs while it renders, since no effect would run if the remote's own rendering never ended.
  if (release) showsRelease(release);
  const { pathname } = useLocation();
  const params = useParams();
  const isOnline = useShell(({ connection }) => connection.isOnline);
  useRouteTexts();
  const title = textsOf(route, snapshot.remotes[route.remote]).title();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every address; the parameters are part of it
  useLayoutEffect(() => prefetchData(route, params), [route, pathname]);

  return (
    <RemoteBoundary
      loader={loader}
      remote={route.remote}
      id={idOf(route)}
      load={() => loader.loadScreen(route.remote, route.screen)}
      resetKey={pathname}
      isPage
      onError={(error) => onRenderError?.(route.remote, error, true)}
      waiting={<ScreenSkeleton {...route} title={title} />}
      failed={(retry) => (
        <StatePage heading={title || t('Something went wrong')}>
          <FailedState
            text={
              isOnline
                ? t('Your cart is safe. The rest of {brand} still works.', { brand: site().brand })
                : t('Your cart is safe.')
            }
            onRetry={retry}
          />
        </StatePage>
      )}
    />
  );
}

/**
 * The heading of the page, which assistive technology reads at once, and the outline of most pages: title, sentence, cards. It
 * is visible only if the code is late: most screens soon show a skeleton of their own shape, and a visitor should not see two
 * in turn. If the code takes even longer, the page's first screen moves here and hides the outline.
 */
export function ScreenSkeleton({
  title,
  width,
  isOverPicture,
}: Pick<RemoteRoute, 'title' | 'width' | 'isOverPicture'>) {
  return (
    <>
      <div {...{ [PLACE]: '' }} className={styles.first} />
      <div className={styles.outline}>
        {title !== '' && <QuietHeading>{title}</QuietHeading>}
        <Skeleton label={t('Loading the page…')}>
          {isOverPicture && <SkeletonBlock className={styles.picture} />}
          <Page width={width} className={styles.page}>
            <SkeletonBlock shape="title" width="half" />
            <SkeletonBlock shape="line" width="long" />
            <SkeletonBlock className={styles.card} />
            <SkeletonBlock className={styles.card} />
            <SkeletonBlock className={styles.card} />
          </Page>
        </Skeleton>
      </div>
      <Page width={width} className={styles.slow}>
        <SlowNote />
      </Page>
    </>
  );
}
