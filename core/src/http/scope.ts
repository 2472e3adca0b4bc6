/** The scope of Fastify that a module adds its routes to. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** The scope of one module. Its hooks and content type parsers do not reach other modules. Its schemas are zod schemas. */
export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

/** Names a plugin. Without a name, Fastify searches all loaded files for one at each start. */
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
