/** The chunk that notices-later.tsx loads. */
export { InstallOffer } from '../install/install-offer';
export { ChannelBadge } from './channel-badge';
export { OverrideBadge } from './override-badge';
