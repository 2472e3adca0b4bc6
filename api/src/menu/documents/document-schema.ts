/** Builds the JSON Schema of venue documents, with which an editor completes and checks the input. */
import { z } from 'zod';
import { printJson } from './print-json';
import { venueDocumentSchema } from './venue-document';

/** The content of docs/reference/venue-document.schema.json. Only the import checks rules that a schema cannot express, such as unique slugs. */
export function documentSchema(): string {
  const schema = z.toJSONSchema(venueDocumentSchema, { io: 'input', target: 'draft-7' });
  return printJson({ title: 'Venue document of Foodhall', ...schema });
}
