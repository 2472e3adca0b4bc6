/** Generates the description of the API from its routes and their schemas. */
import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import { idParameter } from 'core/http/id-parameter';
import { isOpen, type PolicyName, policyOf } from 'core/policy/policies';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { plainInputs, reachable, withRefs } from './components';
import type { ApiDocument, Operation, Response } from './document';
import { nameSchemas } from './named-schemas';
import { operationOf } from './operations';
import { REFUSALS, refusalRef, refusalResponses, refusalsOf } from './refusals';

const ROOT = '/api/v1';
const SCHEMA = '#/components/schemas/';

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;

nameSchemas();

/** Call this before the first route. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  const describeSchemas = createJsonSchemaTransform({ zodToJsonConfig: { override } });
  const nameComponents = createJsonSchemaTransformObject({ zodToJsonConfig: { override } });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Foodhall',
        version: '1.0.0',
        description: 'Order and pay for meals from several vendors of one venue.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in.' },
          releaseToken: { type: 'http', scheme: 'bearer', description: 'The release token of a team.' },
          deskSession: { type: 'apiKey', in: 'cookie', name: DESK_COOKIE, description: 'A session of the desk.' },
          serverToken: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN, of the tools of the server.' },
        },
      },
    },
    transform: (document) => {
      const { schema, url } = describeSchemas({ ...document, schema: withUnnamedParameters(document.schema) });
      const { method, config } = document.route;
      const policy = config?.policy;
      if (!policy || document.schema?.hide) return { schema: { ...schema, hide: true }, url };
      const path = url.slice(ROOT.length);
      const { id, summary, also } = operationOf(String(method), path);
      const operation = {
        operationId: id,
        summary,
        description: policyOf(policy).meaning,
        tags: [path.split('/')[1] ?? ''],
        security: securityOf(policy, path),
        'x-policy': policy,
        'x-also': also,
      };
      return { schema: { ...schema, ...operation }, url };
    },
    transformObject: (document) => inOrder(nameComponents(document) as unknown as ApiDocument),
  });
}

/** A parameter is described in its place, because the package cannot make a component of it. A copy has no name. */
function withUnnamedParameters(schema: FastifySchema = {}): FastifySchema {
  const named = Object.entries(schema).map(([part, value]) => [
    part,
    ['params', 'querystring', 'headers'].includes(part) && value instanceof z.ZodType
      ? z.clone(value, value.def)
      : value,
  ]);
  return Object.fromEntries(named);
}

/** Call this after the last route. */
export const describedApi = (app: Pick<FastifyInstance, 'swagger'>): ApiDocument =>
  app.swagger() as unknown as ApiDocument;

const DESK_COOKIE = 'desk';

function securityOf(policy: PolicyName, path: string): Record<string, string[]>[] {
  if (policy === 'operations') return [{ serverToken: [] }];
  if (policy === 'release token') {
    if (path === '/desk/sign-in') return [];
    return path.startsWith('/desk') ? [{ deskSession: [] }] : [{ releaseToken: [] }];
  }
  return isOpen(policy) ? [] : [{ session: [] }];
}

/**
 * Corrects zod's schema if the sent form differs. It replaces the package's own override, so it also does everything else that the override
 * does.
 */
const override: Override = ({ zodSchema, jsonSchema }) => {
  const { def } = (zodSchema as z.core.$ZodTypes)._zod;
  // A number in an address arrives as text. The schema after the conversion describes it.
  if (def.type === 'pipe' && (isCoercedNumber(def.in) || zodSchema === idParameter)) {
    const { $schema: _dialect, ...number } = z.toJSONSchema(def.out, { metadata: z.registry() });
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, number);
  }
  // The API adds fields in later versions, so the description does not exclude any.
  if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
  if (def.type === 'undefined') jsonSchema.type = 'null';
};

function isCoercedNumber(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'number' && def.coerce === true;
}

/** Adds the refusals, makes one component for each schema, and drops components that nothing refers to. */
function inOrder(document: ApiDocument): ApiDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [
          method,
          withRefusals(method.toUpperCase(), operation),
        ]),
      ),
    ]),
  );
  const { schemas: described = {}, ...components } = document.components;
  const responses = refusalResponses();
  const used = reachable(paths, { schemas: described, responses });
  const plain = plainInputs(described, (name) => used.has(`${SCHEMA}${name}`));
  const named = (name: string) => (plain.has(name) ? name.replace(/Input$/, '') : name);
  const schemas = Object.fromEntries(
    Object.entries(described).flatMap(([name, schema]) => (plain.has(`${name}Input`) ? [] : [[named(name), schema]])),
  );
  const whole = withRefs({ ...document, paths, components: { ...components, schemas, responses } }, (ref) =>
    ref.startsWith(SCHEMA) ? `${SCHEMA}${named(ref.slice(SCHEMA.length))}` : ref,
  );
  const kept = reachable(whole.paths, { schemas: whole.components.schemas, responses: whole.components.responses });
  const keptOf = <Value>(kind: string, all: Record<string, Value>) =>
    Object.fromEntries(
      Object.entries(all)
        .filter(([name]) => kept.has(`#/components/${kind}/${name}`))
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  return {
    ...whole,
    components: {
      ...whole.components,
      schemas: keptOf('schemas', whole.components.schemas),
      responses: keptOf('responses', whole.components.responses),
    },
  };
}

function withRefusals(
  method: string,
  { 'x-also': also = [], responses: described = {}, ...operation }: Operation,
): Operation {
  const { 'x-policy': policy, parameters = [], requestBody } = operation;
  if (!policy) throw new Error(`${operation.operationId} has no policy.`);
  const isPage = '303' in described || Object.values(described).some(({ content }) => content?.['text/html']);
  const derived = refusalsOf({
    method,
    policy,
    hasPathParameters: parameters.some((each) => each.in === 'path'),
    isValidated: parameters.length > 0 || requestBody !== undefined,
  });
  const refusals = Object.fromEntries(
    [...derived, ...also].map((status) => [
      status,
      status < 400 ? { description: STATUS_CODES[status] ?? '' } : refusalRef(status, isPage),
    ]),
  );
  const own = Object.fromEntries(
    Object.entries(described).map(([status, response]) => [status, named(Number(status), response, isPage)]),
  );
  return { ...operation, responses: { ...refusals, ...own } };
}

/** A refusal whose body is the common error or a page refers to the shared response. */
function named(status: number, { content, ...rest }: Response, isPage: boolean): Response {
  const schema = content?.['application/json']?.schema;
  if (schema?.$ref === `${SCHEMA}Error` || (status >= 400 && content?.['text/html'])) return refusalRef(status, isPage);
  const description = REFUSALS[status]?.description ?? STATUS_CODES[status] ?? '';
  return { ...rest, description, ...(content && { content }) };
}
