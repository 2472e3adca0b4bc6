/** Notices above or below a page that few visitors see. Their code is loaded for these visitors only, or after the first screen. */
import { Suspense, use, useState } from 'react';
import { onDemand } from '../first-screen/on-demand';
import { useIsInstallOffered } from '../install/install-prompt';
import { joinedChannel } from '../releases/channel';
import { useIsOverdue } from '../releases/overdue';
import { type Remotes, useRemotes } from '../remotes/remotes-context';

export const loadNotices = onDemand(() => import(/* webpackChunkName: "after-first-screen" */ './notices'));

/** Whether this visitor gets, or should get, other releases than all visitors. */
export function hasReleaseBadges({ overridden }: Pick<Remotes, 'overridden'>): boolean {
  const { applied = {}, missing = {}, waiting = {} } = overridden ?? {};
  return joinedChannel() !== undefined || Object.keys({ ...applied, ...missing, ...waiting }).length > 0;
}

function Badges() {
  const { ChannelBadge, OverdueNote, OverrideBadge } = use(loadNotices());
  return (
    <>
      <OverdueNote />
      <ChannelBadge />
      <OverrideBadge />
    </>
  );
}

function Offer() {
  const { InstallOffer } = use(loadNotices());
  return <InstallOffer />;
}

export function ReleaseBadgesLater() {
  const remotes = useRemotes();
  const [isShown] = useState(() => hasReleaseBadges(remotes));
  const isOverdue = useIsOverdue();
  return <Suspense fallback={null}>{(isShown || isOverdue) && <Badges />}</Suspense>;
}

export function InstallOfferLater() {
  return <Suspense fallback={null}>{useIsInstallOffered() && <Offer />}</Suspense>;
}
