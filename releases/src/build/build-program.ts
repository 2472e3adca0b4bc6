/** The program that builds one app after the other. In the kit, kit/build-program.ts takes the place of this file. */
import { fileURLToPath } from 'node:url';

/** The program's file, and the options that Node needs to run it. */
export const buildProgram = (): { file: string; execArgv: string[] } => ({
  file: fileURLToPath(new URL('build-worker.ts', import.meta.url)),
  // The process does not inherit tsx where npm start and npm test have registered it after the install.
  execArgv: ['--import', import.meta.resolve('tsx')],
});
