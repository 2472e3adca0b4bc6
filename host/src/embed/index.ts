// embed.js is the one script that another site adds. It defines `foodhallEmbed.mountRemote(element, {remote, path})`. See
// docs/decisions/federation.md.
import { SCRIPT_ORIGIN, styles } from './own-address';
// Both style sheets apply to the remotes alone, not to the embedding page (webpack.shared.js). The tokens come first, since the
// first mention of a style layer decides its rank.
import 'shared-contracts/ui/tokens.css';
import 'shared-contracts/ui/base.css';
import './embed.css';
import { endSession } from 'shared-contracts/session';
import { provideModules } from '../remotes/provide';
import { openSite } from './embedded-site';
import { type MountOptions, mountRemote } from './mount-remote';

provideModules();

Object.assign(window, {
  foodhallEmbed: {
    mountRemote: async (element: HTMLElement, options: MountOptions) => {
      const [site] = await Promise.all([openSite(options.site ?? SCRIPT_ORIGIN), styles]);
      return mountRemote(element, site, options);
    },
    signOut: () => endSession('asked'),
  },
});
