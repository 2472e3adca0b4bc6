/** Checks one venue document with its pictures, without a database, and sends the result to the parent process. */
import { messageOf } from 'core/errors';
import { checkDocument } from './menu/documents/import-documents';

const [path = '', name = path] = process.argv.slice(2);

checkDocument(path, name).then(
  (checked) => process.send?.(checked),
  (error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  },
);
