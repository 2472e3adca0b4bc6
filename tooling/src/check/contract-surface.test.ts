import { readReleased } from './contract-files';
import { compareWithReleased, versionProblem } from './contract-surface';

test('what the release had is missed by name, and nothing else of the tree as it is', async () => {
  const record = readReleased();
  if (!record) throw new Error('No release of shared-contracts is stored.');
  const { breaks } = await compareWithReleased({ ...record, tokens: [...record.tokens, '--gone'] });
  expect(breaks).toEqual(['--gone of shared-contracts/ui/tokens.css is gone.']);
}, 60_000);

describe('the version of a contract', () => {
  const step = (version: string, breaks: readonly string[], isChanged: boolean) =>
    versionProblem({ released: '1.2.3', version, breaks, isChanged });

  it.each<[string, string[], boolean]>([
    ['1.2.3', [], false],
    ['1.2.4', [], false],
    ['1.3.0', [], true],
    ['2.0.0', ['events: it is gone.'], true],
  ])('%s may follow 1.2.3 after breaks %j, changed %s', (version, breaks, isChanged) => {
    expect(step(version, breaks, isChanged)).toBeUndefined();
  });

  it.each<[string, string[], boolean, RegExp]>([
    ['1.2.3', ['events: it is gone.'], true, /has to be 2\.0\.0:\nevents: it is gone\./],
    ['1.3.0', ['events: it is gone.'], true, /has to be 2\.0\.0/],
    ['1.2.3', [], true, /has to be 1\.3\.0 at least/],
    ['1.2.4', [], true, /has to be 1\.3\.0 at least/],
    ['1.1.9', [], false, /older than the released 1\.2\.3/],
  ])('%s is refused after breaks %j, changed %s', (version, breaks, isChanged, message) => {
    expect(step(version, breaks, isChanged)).toMatch(message);
  });
});
