/** The paths of the shell's own pages, which npm run pack wrote. It takes the place of build/shell-paths.ts. */
import { readFileSync } from 'node:fs';

export const shellPaths = (): readonly string[] =>
  JSON.parse(readFileSync(new URL('../shell-paths.json', import.meta.url), 'utf8'));
