/** Compares each response of a test app with the description of the API: its status, its content type and the schema of its body. */
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { App } from 'core/http/scope';
import type { LightMyRequestResponse } from 'fastify';
import type { ApiDocument, Operation, Response } from '../operations/description/document';
import { describedApi } from '../operations/description/openapi';

interface Described {
  method: string;
  path: string;
  pattern: RegExp;
  operation: Operation;
}

declare global {
  var textsOfWorker: Map<string, string> | undefined;
}

/** Each test has a separate app. */
const checks = new Map<string, DescriptionCheck>();

/** From here on `app.inject` rejects a response that differs from the description. */
export function checkResponses(app: App): void {
  const inject = app.inject.bind(app);
  const checked = async (...request: Parameters<App['inject']>) => {
    const response = (await inject(...request)) as unknown as LightMyRequestResponse;
    const { method = 'GET', url = '/' } = response.raw.req;
    checkOf(app).check(method, url, response);
    return response;
  };
  app.inject = checked as unknown as App['inject'];
}

function checkOf(app: App): DescriptionCheck {
  // The release service has routes only if it is enabled.
  const key = app.routePolicies.map(({ method, url }) => `${method} ${url}`).join();
  const found = checks.get(key) ?? new DescriptionCheck(JSON.parse(descriptionOf(app, key)));
  checks.set(key, found);
  return found;
}

/** Generating a description takes half a second, so the files of a worker share the text. */
function descriptionOf(app: App, key: string): string {
  const text = globalThis.textsOfWorker?.get(key) ?? JSON.stringify(describedApi(app));
  globalThis.textsOfWorker?.set(key, text);
  return text;
}

export class DescriptionCheck {
  readonly #document: ApiDocument;
  readonly #operations: readonly Described[];
  // The document is no schema, so it is not compared with the schema of schemas, which takes a tenth of a second to compile.
  readonly #ajv = addFormats(new Ajv({ strict: false, meta: false, validateSchema: false }));
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: ApiDocument) {
    this.#document = document;
    this.#ajv.addSchema(document, 'api');
    this.#operations = Object.entries(document.paths)
      .flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
          operation,
        })),
      )
      // '/carts/active' comes before '/carts/{id}'.
      .sort((one, other) => one.path.split('{').length - other.path.split('{').length);
  }

  /** Throws if the response differs from the description. A response without a route has no description. */
  check(method: string, url: string, { statusCode, headers, body }: LightMyRequestResponse): void {
    const [path = ''] = url.split('?');
    const found = this.#operations.find((each) => each.method === method && each.pattern.test(path));
    if (!found) return;
    const name = `${method} ${found.path}`;
    const declared = found.operation.responses?.[statusCode];
    if (!declared)
      throw new Error(`${name} responds with ${statusCode}, which its description does not have.\n${body}`);
    const at = declared.$ref ?? `#/paths/${escaped(found.path)}/${method.toLowerCase()}/responses/${statusCode}`;
    const { content } = this.#resolve(declared);
    const [type = ''] = String(headers['content-type'] ?? '').split(';');
    if (!content) {
      if (body !== '') throw new Error(`${name} responds with ${statusCode} and a body, and is described without one.`);
      return;
    }
    if (!content[type]) throw new Error(`${name} responds with ${statusCode} as '${type}', which is not described.`);
    if (type !== 'application/json' || headers['content-encoding']) return;
    const validate = this.#validatorAt(`${at}/content/${escaped(type)}/schema`);
    if (!validate(JSON.parse(body))) {
      throw new Error(
        `${name} responds with a ${statusCode} that is not as described: ${this.#ajv.errorsText(validate.errors)}\n${body}`,
      );
    }
  }

  #resolve({ $ref, ...response }: Response): Response {
    return $ref === undefined ? response : (this.#document.components.responses?.[$ref.split('/').at(-1) ?? ''] ?? {});
  }

  #validatorAt(pointer: string): ValidateFunction {
    const validate = this.#validators.get(pointer) ?? this.#ajv.compile({ $ref: `api${pointer}` });
    this.#validators.set(pointer, validate);
    return validate;
  }
}

/** Writes a name as a part of a JSON pointer in an address. */
const escaped = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
