/** The compiled program that compares declarations. It takes the place of fits/compare-program.ts. */
import { fileURLToPath } from 'node:url';

export const compareProgram = (): { file: string; execArgv: string[] } => ({
  file: fileURLToPath(new URL('compare-process.mjs', import.meta.url)),
  execArgv: [],
});
