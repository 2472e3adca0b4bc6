// Makes the files of a new embedded database in a folder. It takes several hundred megabytes once, so it runs in a process of its own: the
// site's process would never give them back.
import { PGlite } from '@electric-sql/pglite';

const [, , directory] = process.argv;
const pglite = await PGlite.create({ dataDir: directory });
await pglite.close();
process.exit(0);
