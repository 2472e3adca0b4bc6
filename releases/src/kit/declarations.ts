/** The contracts as declarations, which npm run pack wrote into the package. It takes the place of build/declarations.ts. */
import { readJson } from '../build/apps';
import type { Contract } from '../build/declarations';
import { project } from '../build/project';

export const contractIn = async (): Promise<Contract> =>
  (await readJson(project.contracts, 'contract.json')) as Contract;
