/** The scope of Fastify that a module adds its routes to. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** A scope of the module's own: its hooks and content type parsers reach no other module. Schemas are zod's. */
export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

/** Gives a plugin the name that Fastify would otherwise look for among all loaded files, at each start. */
export function named<T extends object>(name: string, plugin: T): T {
  return Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });
}

/** A function that adds its routes to its own scope. */
export type Module<Deps> = (app: App, deps: Deps) => void | Promise<void>;

export async function addModule<Deps>(parent: FastifyInstance, module: Module<Deps>, deps: Deps): Promise<void> {
  await parent.register(
    named(module.name, async (scope: FastifyInstance) => module(scope.withTypeProvider<ZodTypeProvider>(), deps)),
  );
}
