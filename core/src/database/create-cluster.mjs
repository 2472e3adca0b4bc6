// Makes the files of a new embedded database in a folder, in a process of its own: it takes several hundred megabytes
// once, which the site's own process would hold for good.
import { PGlite } from '@electric-sql/pglite';

const [, , directory] = process.argv;
const pglite = await PGlite.create({ dataDir: directory });
await pglite.close();
process.exit(0);
