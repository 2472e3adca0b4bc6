/** The compiled program that builds one app after the other. It takes the place of build/build-program.ts. */
import { fileURLToPath } from 'node:url';

export const buildProgram = (): { file: string; execArgv: string[] } => ({
  file: fileURLToPath(new URL('build-worker.mjs', import.meta.url)),
  execArgv: [],
});
