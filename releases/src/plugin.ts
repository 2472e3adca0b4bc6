/** Registers the release platform with a server. */
import { addModule } from 'core/http/scope';
import type { ReleasesDeps, ReleasesModule } from './deps';
import { deskLinkModule, deskModule } from './desk/desk.routes';
import type { ApiDescription } from './fits/compare-calls';
import type { BrowserGrants } from './overrides/browser-grants';
import { browserChannel, channelQuestion, channelsModule } from './overrides/channels.routes';
import { browserOverrides, overridesModule } from './overrides/overrides.routes';
import { reportsModule } from './reports/reports.routes';
import { releaseMembersModule } from './service/members/members.routes';
import { publishersModule } from './service/publishers/publishers.routes';
import { registryModule } from './service/registry.routes';
import { releaseServiceOf } from './service/release-service';
import { releaseTokensModule } from './service/tokens.routes';

const modules: readonly ReleasesModule[] = [
  releaseTokensModule,
  publishersModule,
  releaseMembersModule,
  registryModule,
  overridesModule,
  channelsModule,
  deskModule,
  reportsModule,
];

/** Adds the routes under /api/v1, with `request.session`. Each names its policy. */
export const releasesModule: ReleasesModule = async (app, deps) => {
  for (const module of modules) await addModule(app, module, deps);
};

/** Adds the routes at the root of the site. */
export const releasesLinksModule: ReleasesModule = deskLinkModule;

/** Lets the release service refuse builds that call what this API does not have. Call it before the server listens. */
export function compareReleasesWith(deps: ReleasesDeps, describedApi: () => ApiDescription): void {
  releaseServiceOf(deps)?.compareWith(describedApi);
}

/** Reads from a browser's cookies which releases its pages get. */
export function browserGrants(deps: ReleasesDeps): BrowserGrants {
  return { overrides: browserOverrides(deps), channel: browserChannel(deps), channelQuestion };
}
