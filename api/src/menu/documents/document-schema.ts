/** The JSON Schema of venue documents, with which an editor completes and checks what is typed. */
import { z } from 'zod';
import { printJson } from './print-json';
import { venueDocumentSchema } from './venue-document';

/** docs/reference/venue-document.schema.json. What a schema cannot say, such as that slugs differ, only the import checks. */
export function documentSchema(): string {
  const schema = z.toJSONSchema(venueDocumentSchema, { io: 'input', target: 'draft-7' });
  return printJson({ title: 'Venue document of Foodhall', ...schema });
}
