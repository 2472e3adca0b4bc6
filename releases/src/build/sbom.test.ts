// Tests that a build lists the packages in its bundle, in a form that CycloneDX's own validator accepts.
import path from 'node:path';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { packagesInSbom } from '../store/sbom';
import { readPackage, root } from './apps';
import type { ModuleGraph } from './bundled-sources';
import { bundledFiles } from './bundled-sources';
import { bundledPackages, type Package, sbomText } from './sbom';

const APP = { name: 'catalog', version: '1.0.0-3f9a01c2' };
const installed = (file: string) => path.join(root, 'node_modules', file);

/** Makes a module graph of files. A file with a dash in front is in no chunk. */
function graphOf(...files: string[]): ModuleGraph {
  const modules = files.map((file) => ({
    nameForCondition: () => file.replace(/^-/, ''),
    isGone: file.startsWith('-'),
  }));
  return {
    modules: new Set(modules),
    chunkGraph: { getNumberOfModuleChunks: ({ isGone }: { isGone: boolean }) => (isGone ? 0 : 1) },
  } as unknown as ModuleGraph;
}

const problemsOf = (text: string) => new JsonStrictValidator(Version.v1dot6).validate(text);

test('a bundle has the packages of its modules, with the versions and hashes that are installed', async () => {
  const graph = graphOf(
    installed('react/index.js'),
    installed('react/cjs/react.production.js'),
    installed('@noble/ed25519/index.js'),
    `-${installed('zod/index.js')}`,
    path.join(root, 'shared-contracts/src/rules/money.ts'),
    path.join(root, 'remotes/catalog/src/remote.ts'),
    // Files that the bundler makes are in no package.
    installed('.federation/entry.js'),
    'data:text/javascript,1',
  );
  const packages = await bundledPackages(bundledFiles(graph), 'catalog');
  expect(packages.map(({ name, licenses }) => [name, ...licenses])).toEqual([
    ['@noble/ed25519', 'MIT'],
    ['react', 'MIT'],
    ['shared-contracts', 'MIT'],
  ]);
  const [ed25519, react, contracts] = packages;
  expect(react?.version).toBe((await readPackage(installed('react'))).version);
  expect(ed25519?.sha512).toMatch(/^[\w+/]{86}==$/);
  // Another package may have this name in a registry.
  expect(contracts?.sha512).toBeUndefined();
  expect(sbomText(APP, packages)).not.toContain('pkg:npm/shared-contracts');
});

test('the packages of the worker are in the list of the shell', async () => {
  const graphs = [graphOf(installed('react/index.js')), graphOf(installed('zod/index.js'))];
  expect(
    (
      await bundledPackages(
        graphs.flatMap((graph) => [...bundledFiles(graph)]),
        'host',
      )
    ).map(({ name }) => name),
  ).toEqual(['react', 'zod']);
});

const PACKAGES: readonly Package[] = [
  { name: '@noble/ed25519', version: '3.2.0', licenses: ['MIT'], sha512: Buffer.alloc(64, 7).toString('base64') },
  { name: 'either', version: '1.0.0', licenses: ['(MIT OR Apache-2.0)'] },
  { name: 'exception', version: '1.0.0', licenses: ['GPL-2.0 WITH Classpath-exception-2.0'] },
  { name: 'old', version: '0.1.0', licenses: ['MIT', 'BSD'] },
  { name: 'silent', version: '1.0.0', licenses: [] },
  { name: '<script>alert(1)</script>', version: '"1"', licenses: ['SEE LICENSE IN <b>LICENSE</b>'] },
];

test("CycloneDX's validator accepts the file, also with odd packages", async () => {
  const text = sbomText(APP, PACKAGES);
  expect(await problemsOf(text)).toBeNull();
  expect(await problemsOf(text.replace('"library"', '"book"'))).not.toBeNull();
  expect(packagesInSbom(Buffer.from(text))).toEqual({
    app: { ...APP, license: '' },
    packages: [
      { name: '@noble/ed25519', version: '3.2.0', license: 'MIT' },
      { name: '<script>alert(1)</script>', version: '"1"', license: 'SEE LICENSE IN <b>LICENSE</b>' },
      { name: 'either', version: '1.0.0', license: '(MIT OR Apache-2.0)' },
      { name: 'exception', version: '1.0.0', license: 'GPL-2.0 WITH Classpath-exception-2.0' },
      { name: 'old', version: '0.1.0', license: 'BSD, MIT' },
      { name: 'silent', version: '1.0.0', license: '' },
    ],
  });
});

test('the same packages make the same bytes, so that a build can be verified', () => {
  expect(sbomText(APP, PACKAGES)).toBe(sbomText(APP, PACKAGES.toReversed()));
});
