/** The parts of an OpenAPI document that this folder reads and writes. */
import type { PolicyName } from 'core/policy/policies';
import type { JsonSchema } from './json-type';

export type Content = Readonly<Record<string, { schema?: JsonSchema }>>;

/** A description in its place, or the $ref of a shared one. */
export interface Response {
  $ref?: string;
  description?: string;
  headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
  content?: Content;
}

export interface Operation {
  operationId: string;
  summary: string;
  tags?: readonly string[];
  description?: string;
  'x-policy'?: PolicyName;
  /** Exists only while the document is built. */
  'x-also'?: readonly number[];
  parameters?: readonly { name: string; in: string; required?: boolean; schema?: JsonSchema }[];
  requestBody?: { content: Content };
  responses?: Readonly<Record<string, Response>>;
}

export interface ApiDocument {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: {
    schemas?: Readonly<Record<string, JsonSchema>>;
    responses?: Readonly<Record<string, Response>>;
  };
}
