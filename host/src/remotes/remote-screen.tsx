/** A screen of a remote, in the place that the shell gives it. */
import { useLayoutEffect } from 'react';
import { useLocation, useParams } from 'shared-contracts/router';
import { FailedState, Page, Skeleton, SkeletonBlock, VisuallyHidden } from 'shared-contracts/ui';
import { prefetchData } from './prefetch';
import type { RemoteRoute } from './registry';
import { RemotePart } from './remote-part';
import { useRemotes } from './remotes-context';
import { SlowNote } from './slow-note';

/** Loads the route's code and its declared data side by side. A failure takes this place and no other. */
export function RemoteScreen({ route }: { route: RemoteRoute }) {
  const { loader, onRenderError } = useRemotes();
  const { pathname } = useLocation();
  const params = useParams();

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
      waiting={<ScreenSkeleton title={route.title} />}
      failed={(retry) => (
        <Page>
          <HiddenHeading title={route.title} />
          <FailedState
            title="This part could not be loaded"
            text="Your cart is safe. The rest of Foodhall still works."
            onRetry={retry}
          />
        </Page>
      )}
    />
  );
}

/** For those who listen: the page has its heading from its first moment, also where nothing of it comes. */
function HiddenHeading({ title }: { title: string }) {
  return (
    <h1>
      <VisuallyHidden>{title}</VisuallyHidden>
    </h1>
  );
}

function ScreenSkeleton({ title }: { title: string }) {
  return (
    <Page>
      <HiddenHeading title={title} />
      <Skeleton>
        <SkeletonBlock shape="title" width="half" />
        <SkeletonBlock shape="line" width="long" />
        <SkeletonBlock shape="line" width="full" />
        <SkeletonBlock shape="line" width="long" />
      </Skeleton>
      <SlowNote />
    </Page>
  );
}
