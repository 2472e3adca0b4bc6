/** The program that compares declarations, compiled. It takes the place of fits/compare-program.ts of the registry. */
import { fileURLToPath } from 'node:url';

export const compareProgram = (): { file: string; execArgv: string[] } => ({
  file: fileURLToPath(new URL('compare-process.mjs', import.meta.url)),
  execArgv: [],
});
