/** Assembles the modules. A new module of the API is one line in `apiModules`. */

import { warnOfUnknownProxy } from 'core/http/client-address';
import { registerCompression } from 'core/http/compression';
import { registerDeparture } from 'core/http/departure';
import { registerErrorHandler } from 'core/http/error-handler';
import { registerLanguage } from 'core/http/language';
import { registerMethods } from 'core/http/methods';
import { registerMetrics } from 'core/http/metrics';
import { requestIds } from 'core/http/request-ids';
import { type App, addModule, named } from 'core/http/scope';
import { registerCors, registerSecurity } from 'core/http/security';
import { createSerializerCompiler } from 'core/http/serializer';
import { registerSession } from 'core/http/session';
import { readJsonAsUtf8 } from 'core/http/utf8-bodies';
import { validatorOf } from 'core/http/validator';
import { guardRoutes, requirePolicies } from 'core/policy/require-policies';
import { guardOperations } from 'core/policy/server-tools';
import { readSiteConfig } from 'core/site-config';
import fastify, { type FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { browserGrants, compareReleasesWith, releasesLinksModule, releasesModule } from 'releases/plugin';
import type { ApiModule, Deps } from './deps';
import { loadWords } from './load-words';
import { catalogModule } from './menu/catalog/catalog.routes';
import { sitemapModule } from './menu/catalog/sitemap.module';
import { hoursModule } from './menu/hours/hours.routes';
import { menuEditorModule } from './menu/menu-editor/menu-editor.routes';
import { picturesModule } from './menu/pictures/pictures.routes';
import { hallLanguagesAt } from './menu/tables/hall-languages';
import { tableLinksModule, tablesModule } from './menu/tables/tables.routes';
import { taxesModule } from './menu/taxes/taxes.routes';
import { pushModule } from './messages/push/push.routes';
import { upgradeOptions } from './messages/realtime/attach-engine';
import { broadcastingModule } from './messages/realtime/broadcasting.routes';
import { realtimeModule } from './messages/realtime/realtime.module';
import { smsModule } from './messages/sms/sms.routes';
import { accountModule } from './operations/account/account.routes';
import { backupModule } from './operations/backup/backup.routes';
import { demoModule } from './operations/demo/demo.routes';
import { descriptionModule } from './operations/description/description.routes';
import { describedApi, registerOpenApi } from './operations/description/openapi';
import { healthModule } from './operations/health/health.routes';
import { officeModule } from './operations/office/office.routes';
import { settingsModule } from './operations/office/settings.routes';
import { setupModule } from './operations/setup/setup.routes';
import { venueDocumentsModule } from './operations/venues/venue-documents.routes';
import { venuesModule } from './operations/venues/venues.routes';
import { cartModule } from './ordering/carts/cart.routes';
import { checkoutModule } from './ordering/checkout/checkout.routes';
import { orderModule } from './ordering/orders/order.routes';
import { queueModule } from './ordering/queues/queue.routes';
import { waitsOfVendors } from './ordering/waiting/waiting.query';
import { watchModule } from './ordering/watch/watch.routes';
import { disputesModule } from './payments/disputes/disputes.routes';
import { paymentsModule } from './payments/payments.routes';
import { dayModule } from './payments/reports/day.routes';
import { daySlips } from './payments/reports/day-slips.query';
import { reportsModule } from './payments/reports/reports.routes';
import { statementsModule } from './payments/statements/statements.routes';
import { transfersModule } from './payments/transfers/transfers.routes';
import { auditModule } from './people/audit/audit.routes';
import { authModule } from './people/auth/auth.routes';
import { StoredPasskeys } from './people/factors/stored-passkeys';
import { peopleModule } from './people/people/people.routes';
import { printingModules } from './printing/printing.module';
import { decodable, registerSite } from './site/site.module';

const catalog: ApiModule = (app, deps) => catalogModule(app, deps, waitsOfVendors);

/** These modules are under /api/v1 and have `request.session`. Each of their routes names its policy. */
const apiModules: readonly ApiModule[] = [
  authModule,
  catalog,
  cartModule,
  orderModule,
  checkoutModule,
  queueModule,
  watchModule,
  pushModule,
  smsModule,
  accountModule,
  paymentsModule,
  reportsModule,
  dayModule,
  statementsModule,
  disputesModule,
  transfersModule,
  broadcastingModule,
  peopleModule,
  auditModule,
  releasesModule,
  backupModule,
  demoModule,
  setupModule,
  venuesModule,
  venueDocumentsModule,
  officeModule,
  settingsModule,
  hoursModule,
  menuEditorModule,
  picturesModule,
  tablesModule,
  taxesModule,
  descriptionModule,
];

/** Registers the routes at the root: the real-time endpoint, the desk, the list of pages for search engines. */
const rootModules: readonly ApiModule[] = [realtimeModule, releasesLinksModule, sitemapModule];

export interface AppOptions {
  /** True in tests: a response with more fields than its schema fails. Otherwise the additional fields are left out. */
  isStrict?: boolean;
  /** The time in which a request with its body must arrive. It is shorter than BODY_MS only in tests. */
  bodyMs?: number;
}

/** Most bodies have at most a quarter of a megabyte. Venue documents and pictures are larger, and a proxy sends them at once. */
const BODY_MS = 30_000;

export async function buildApp(deps: Deps, { isStrict = false, bodyMs = BODY_MS }: AppOptions = {}): Promise<App> {
  deps.accountPasskeys = new StoredPasskeys(deps);
  const app = fastify({
    loggerInstance: deps.log,
    genReqId: requestIds(),
    trustProxy: (_address, hop) => hop < deps.config.trustedProxies,
    bodyLimit: 256 * 1024,
    rewriteUrl: ({ url = '/' }) => decodable(url),
    requestTimeout: bodyMs,
    // Node checks for overdue requests at this interval.
    http: { headersTimeout: bodyMs, connectionsCheckingInterval: bodyMs / 6, ...upgradeOptions(deps.realtime) },
    routerOptions: { maxParamLength: 200 },
    // This closes the connections whose end registerDeparture does not see.
    forceCloseConnections: true,
    // A request on an open connection still gets its response, because no other process has it.
    return503OnClosing: false,
  }).withTypeProvider<ZodTypeProvider>();
  const languages = loadWords();
  registerLanguage(app, languages);
  readJsonAsUtf8(app);
  app.setValidatorCompiler(validatorOf);
  app.setSerializerCompiler(createSerializerCompiler({ isStrict }));
  registerErrorHandler(app);
  requirePolicies(app);
  registerDeparture(app, deps);
  warnOfUnknownProxy(app, deps.config.trustedProxies);
  const site = await readSiteConfig(deps.config);
  registerMetrics(app);
  registerSecurity(app, deps.config, site);
  registerMethods(app);
  await registerCors(app, deps.config.corsOrigins);
  guardOperations(app, deps.config);
  await registerOpenApi(app);
  const printing = printingModules(deps, { daySlips, languages });
  const api = named('api', async (scope: FastifyInstance) => {
    registerSession(scope, deps);
    guardRoutes(scope);
    await registerCompression(scope);
    for (const module of [...apiModules, printing.forStalls]) await addModule(scope, module, deps);
  });
  // The health routes have no session, because readiness must not wait for the database.
  const health = named('health', async (scope: FastifyInstance) => addModule(scope, healthModule, deps));
  await app.register(health, { prefix: '/api/v1' });
  const printers = named('printers', async (scope: FastifyInstance) => addModule(scope, printing.forPrinters, deps));
  await app.register(printers, { prefix: '/api/v1' });
  await app.register(api, { prefix: '/api/v1' });
  for (const module of rootModules) await addModule(app, module, deps);
  const sendPage = await registerSite(app, deps, site, browserGrants(deps), (pathname) =>
    hallLanguagesAt(deps.db, pathname),
  );
  const tableLinks: ApiModule = (scope, own) => tableLinksModule(scope, own, sendPage);
  await addModule(app, tableLinks, deps);
  compareReleasesWith(deps, () => describedApi(app));
  return app;
}
