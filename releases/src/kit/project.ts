/** The project that the kit's commands work on: the folder of one remote. It takes the place of build/project.ts. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Project } from '../build/project';

const root = process.cwd();
const kit = fileURLToPath(new URL('..', import.meta.url));
const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { name: string };

export const project: Project = {
  root,
  contracts: path.dirname(createRequire(path.join(root, 'package.json')).resolve('shared-contracts/package.json')),
  apps: [name],
  directoryOf: () => root,
  recipe: [kit],
  browsers: kit,
};
