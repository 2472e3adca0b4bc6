// Checks that the shell provides the modules that the build shares, and every subpath of the contracts that runs in a browser.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from 'releases/build/apps';
import { codeOf } from 'releases/build/declarations';
import ts from 'typescript';
import { replaceable, singletons } from '../../webpack.shared.js';

/** Entry points of the contracts that run in no browser: types, and what only the tests, the API and builds import. */
const NOT_SHARED: ReadonlySet<string> = new Set([
  'shared-contracts/types',
  'shared-contracts/testing',
  'shared-contracts/testing/builders',
  'shared-contracts/testing/mount',
  'shared-contracts/testing/translation',
  'shared-contracts/utf8',
  'shared-contracts/schemas',
  'shared-contracts/events/names',
  'shared-contracts/remote/slots',
  'shared-contracts/remote/facts',
  'shared-contracts/remote/prefetch',
]);

const file = path.join(root, 'host/src/remotes/provide.ts');
const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);

/** The module that each import takes, by its local name in the file. */
const imports = new Map(
  statements.filter(ts.isImportDeclaration).map(({ importClause, moduleSpecifier }) => {
    const { name, namedBindings } = importClause ?? {};
    const local = name ?? (namedBindings && ts.isNamespaceImport(namedBindings) ? namedBindings.name : undefined);
    return [local?.text, ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''];
  }),
);
/** The entries of `modules`: the name that remotes use, and the local name in the file. */
const modules = statements
  .filter(ts.isVariableStatement)
  .flatMap(({ declarationList }) => [...declarationList.declarations])
  .filter(({ name }) => ts.isIdentifier(name) && name.text === 'modules')
  .flatMap(({ initializer }) =>
    initializer && ts.isObjectLiteralExpression(initializer) ? initializer.properties : [],
  )
  .map((property): [name: string, local: string] => {
    if (ts.isShorthandPropertyAssignment(property)) return [property.name.text, property.name.text];
    if (!ts.isPropertyAssignment(property) || !ts.isStringLiteral(property.name)) return ['', ''];
    return [property.name.text, ts.isIdentifier(property.initializer) ? property.initializer.text : ''];
  });
const provided = modules.map(([name]) => name).sort();

test('the shell provides each module under the name of its import', () => {
  expect(modules.map(([, local]) => imports.get(local))).toEqual(modules.map(([name]) => name));
});

test('the shell provides exactly the modules that the build shares', () => {
  expect(provided).toEqual(expect.arrayContaining(['react', 'shared-contracts/events', 'shared-contracts/ui']));
  expect(provided).toEqual([...singletons, ...replaceable].sort());
});

test('the shell provides every entry point of the contracts that runs in a browser', () => {
  const code = codeOf(readFileSync(path.join(root, 'shared-contracts/package.json'), 'utf8'));
  const expected = [...code.keys()].filter((request) => !NOT_SHARED.has(request));
  expect(provided.filter((request) => request.startsWith('shared-contracts/'))).toEqual(expected.sort());
});
