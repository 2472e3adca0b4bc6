/** The chunk that notices-later.tsx loads. */
export { InstallOffer } from '../install/install-offer';
export { ChannelBadge } from './channel-badge';
export { OverdueNote } from './overdue-note';
export { OverrideBadge } from './override-badge';
