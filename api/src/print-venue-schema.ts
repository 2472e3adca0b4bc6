/** npm run venue-schema: prints docs/reference/venue-document.schema.json from the schema of the import. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentSchema } from './menu/documents/document-schema';

writeFileSync(join(__dirname, '../../docs/reference/venue-document.schema.json'), documentSchema());
