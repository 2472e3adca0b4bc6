// Tests that a release is refused with a false bill of materials.
import { remoteBuild } from '../testing/builds';
import type { BuildFiles } from './build-files';
import { integrityOf } from './integrity';
import { packagesInSbom, problemsOfSbom, SBOM } from './sbom';

const listOf = (changes: object = {}) =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', name: 'catalog', version: '1.0.0-aaaaaaaa' } },
    ...changes,
  });

function filesWith(text: string | null, size = text?.length ?? null): BuildFiles {
  return {
    list: async () => (text === null ? [] : [SBOM]),
    read: async () => (text === null ? null : Buffer.from(text)),
    sizeOf: async () => size,
  };
}

const NAME = 'sbom.cdx.json of catalog 1.0.0-aaaaaaaa';

test.each<[string, { text: string | null; recorded?: string; size?: number }, string[]]>([
  ['a list that build.json has', { text: listOf(), recorded: listOf() }, []],
  ['no list, as of an earlier recipe', { text: null }, []],
  ['a list that build.json does not have', { text: listOf() }, [`${NAME} has no integrity in build.json.`]],
  ['a list that is gone', { text: null, recorded: listOf() }, [`${NAME} is missing.`]],
  ['a list of other bytes', { text: listOf(), recorded: 'other' }, [`${NAME} is not what was built.`]],
  ['another format', { text: '{}', recorded: '{}' }, [`${NAME} is not a list of packages in the format of CycloneDX.`]],
  ['no JSON', { text: '<', recorded: '<' }, [`${NAME} is not a list of packages in the format of CycloneDX.`]],
  [
    "another app's list",
    {
      text: listOf({ metadata: { component: { name: 'checkout', version: '2.0.0' } } }),
      recorded: listOf({ metadata: { component: { name: 'checkout', version: '2.0.0' } } }),
    },
    [`${NAME} is of checkout 2.0.0.`],
  ],
  [
    '50 MB',
    { text: listOf(), recorded: listOf(), size: 50 * 1024 * 1024 },
    [`${NAME} has 52428800 bytes, of at most 1048576.`],
  ],
])('a build with %s', async (_what, { text, recorded, size }, problems) => {
  const build = { ...remoteBuild('catalog'), ...(recorded !== undefined && { sbom: integrityOf(recorded) }) };
  expect(await problemsOfSbom(build, filesWith(text, size ?? text?.length ?? null))).toEqual(problems);
});

test('a list of more packages than a page shows is no list', () => {
  const components = Array.from({ length: 5_001 }, (_, index) => ({ name: `p${index}` }));
  expect(packagesInSbom(Buffer.from(listOf({ components })))).toBeNull();
});
