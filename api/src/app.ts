/** Puts the modules together. Adding one is a line in the list it belongs to. */
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import { type ApiModule, type App, named } from './api-module';
import type { Deps } from './deps';
import { accountModule } from './modules/account/account.routes';
import { authModule } from './modules/auth/auth.routes';
import { broadcastingModule } from './modules/broadcasting/broadcasting.routes';
import { cartModule } from './modules/carts/cart.routes';
import { catalogModule } from './modules/catalog/catalog.routes';
import { healthModule } from './modules/health/health.routes';
import { orderModule } from './modules/orders/order.routes';
import { paymentsModule } from './modules/payments/payments.routes';
import { pushModule } from './modules/push/push.routes';
import { queueModule } from './modules/queues/queue.routes';
import { reportsModule } from './modules/reports/reports.routes';
import { registerErrorHandler } from './plugins/error-handler';
import { registerMetrics } from './plugins/metrics';
import { registerSecurity } from './plugins/security';
import { registerSession } from './plugins/session';
import { realtimeModule } from './realtime/realtime.module';
import { registerSite } from './site/site.module';
import { readSiteConfig } from './site/site-config';

/** Under /api/v1, with `request.session`. */
const apiModules: readonly ApiModule[] = [
  healthModule,
  authModule,
  catalogModule,
  cartModule,
  orderModule,
  queueModule,
  pushModule,
  accountModule,
  paymentsModule,
  broadcastingModule,
  reportsModule,
];

/** At the root: the site's files, the real-time endpoint. */
const rootModules: readonly ApiModule[] = [realtimeModule];

export interface AppOptions {
  logger?: FastifyServerOptions['logger'];
  /** Answers are checked against their schemas (tests, development); production only writes them out. */
  isCheckingAnswers?: boolean;
}

export async function buildApp(
  deps: Deps,
  { logger = false, isCheckingAnswers = false }: AppOptions = {},
): Promise<App> {
  const app = fastify({
    logger,
    genReqId: () => crypto.randomUUID().slice(0, 8),
    trustProxy: (_address, hop) => hop < deps.config.trustedProxies,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(isCheckingAnswers ? serializerCompiler : () => (data) => JSON.stringify(data));
  registerErrorHandler(app);
  const site = await readSiteConfig(deps.config);
  registerMetrics(app);
  await registerSecurity(app, deps.config, site);
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Foodhall', version: '1.0.0' }, servers: [{ url: '/' }] },
    transform: jsonSchemaTransform,
  });
  const api = named('api', async (scope: FastifyInstance) => {
    registerSession(scope, deps);
    for (const module of apiModules) await addModule(scope, module, deps);
  });
  await app.register(api, { prefix: '/api/v1' });
  for (const module of rootModules) await addModule(app, module, deps);
  await registerSite(app, deps.config, site);
  return app;
}

async function addModule(parent: FastifyInstance, module: ApiModule, deps: Deps): Promise<void> {
  await parent.register(
    named(module.name, async (scope: FastifyInstance) => module(scope.withTypeProvider<ZodTypeProvider>(), deps)),
  );
}
