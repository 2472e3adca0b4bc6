// The shell provides what the build shares, and every subpath of the contracts that runs in a browser.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { replaceable, singletons } from '../../../webpack.shared.js';
import { root } from '../build/apps';
import { entryPoints, readContractManifest } from './contract-files';

const shell = path.join(root, 'host/src/remotes/provide.ts');
/** What it imports for others: the imports that name nothing. */
const provided = ts
  .createSourceFile(shell, readFileSync(shell, 'utf8'), ts.ScriptTarget.Latest)
  .statements.filter(ts.isImportDeclaration)
  .filter(({ importClause }) => !importClause)
  .map(({ moduleSpecifier }) => (ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''))
  .sort();

test('what the shell provides is what the build shares', () => {
  expect(provided).toEqual(expect.arrayContaining(['react', 'shared-contracts/events', 'shared-contracts/ui']));
  expect(provided).toEqual([...singletons, ...replaceable].sort());
});

test('what the shell provides is every subpath of the contracts that runs in a browser', async () => {
  const subpaths = entryPoints(await readContractManifest()).map(([subpath]) => subpath);
  // Types alone run nowhere.
  const expected = subpaths
    .filter((subpath) => subpath !== './types')
    .map((subpath) => `shared-contracts${subpath.slice(1)}`);
  expect(provided.filter((request) => request.startsWith('shared-contracts/'))).toEqual(expected.sort());
});
