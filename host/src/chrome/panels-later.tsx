/** Loads the panels after the first screen. */
import { Suspense, use } from 'react';
import { useShell } from 'shared-contracts/events';
import { Boundary } from '../boundary/boundary';
import { LaterAgain } from '../boundary/unseen';
import { useAfterFirstScreen } from '../first-screen/first-screen';
import { onDemand } from '../first-screen/on-demand';
import type { SideMenuProps } from './side-menu';

export const loadPanels = onDemand(() => import(/* webpackChunkName: "after-first-screen" */ './panels'));

export function PanelsLater({ menu }: { menu: SideMenuProps }) {
  const isAfter = useAfterFirstScreen();
  const isWanted =
    useShell((state) => state.auth !== null || state.isNotificationsOpen || state.toast !== null) || menu.open;
  return (
    // A visitor who opens a panel starts another request for code that failed to load.
    <Boundary resetKey={String(isWanted)} fallback={(retry) => <LaterAgain retry={retry} />}>
      <Suspense fallback={null}>{(isAfter || isWanted) && <Loaded menu={menu} />}</Suspense>
    </Boundary>
  );
}

function Loaded({ menu }: { menu: SideMenuProps }) {
  const { Panels } = use(loadPanels());
  return <Panels menu={menu} />;
}
