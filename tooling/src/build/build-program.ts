/** The program that builds one app after the other. In the kit, kit/build-program.ts takes the place of this file. */
import { fileURLToPath } from 'node:url';

/** Its file, and what Node needs to run it. */
export const buildProgram = (): { file: string; execArgv: string[] } => ({
  file: fileURLToPath(new URL('build-worker.ts', import.meta.url)),
  // Not inherited where npm start and npm test have registered tsx after the install.
  execArgv: ['--import', import.meta.resolve('tsx')],
});
