/** The program that compares declarations. In the kit, kit/compare-program.ts takes the place of this file. */
import { fileURLToPath } from 'node:url';

/** The program's file, and the options that Node needs to run it. */
export const compareProgram = (): { file: string; execArgv: string[] } => ({
  file: fileURLToPath(new URL('compare-process.ts', import.meta.url)),
  execArgv: ['--import', 'tsx'],
});
