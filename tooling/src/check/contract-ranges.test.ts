import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root } from '../build/apps';
import { reformatFolder } from '../build/testing/reformat';
import { rangeProblem } from './contract-ranges';

describe('the contract that a remote asks for', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-ranges-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function asking(contract: string) {
    const directory = path.join(folder, 'checkout');
    await cp(path.join(root, 'remotes/checkout/remote.json'), path.join(directory, 'remote.json'));
    await writeFile(path.join(directory, 'remote.json'), JSON.stringify({ contract }));
    return await rangeProblem('checkout', { directory });
  }

  it.each([
    ['*', /must be a caret range/],
    ['1.1.0', /must be a caret range/],
    ['^9.0.0 || 1.1.0', /must be a caret range/],
    ['^0.9.0 || ^9.0.0', /nothing before \S+ is stored to compare with/],
  ])('%s is refused', async (contract, message) => {
    expect(await asking(contract)).toMatch(message);
  });

  it.each(['^9.0.0', '^10.0.0 || ^9.0.0'])('a remote may ask for more than it needs: %s', async (contract) => {
    expect(await asking(contract)).toBeUndefined();
  });

  it('tests and their fixtures do not affect the contract', async () => {
    const fixture = await readFile(path.join(root, 'remotes/checkout/src/testing/carts.ts'), 'utf8');
    expect(fixture).toContain("from 'shared-contracts/testing'");
    expect(await rangeProblem('checkout')).toBeUndefined();
  }, 60_000);

  it.each(['as it is', 'with its sources reformatted'])(
    'the check names each name that a remote uses and its contract lacks: vendor-tools, %s',
    async (form) => {
      const released = path.join(folder, 'released');
      await cp(path.join(root, 'shared-contracts/released'), released, { recursive: true });
      await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
      const directory = path.join(folder, 'asking');
      await cp(path.join(root, 'remotes/vendor-tools'), directory, { recursive: true });
      if (form !== 'as it is') await reformatFolder(path.join(directory, 'src'));
      const { version } = JSON.parse(await readFile(path.join(released, 'release.json'), 'utf8'));
      const remote = JSON.parse(await readFile(path.join(directory, 'remote.json'), 'utf8'));
      await writeFile(path.join(directory, 'remote.json'), JSON.stringify({ ...remote, contract: `^${version}` }));
      expect(await rangeProblem('vendor-tools', { directory, released })).not.toMatch(/fillPath/);

      const query = path.join(released, 'query.d.ts');
      const text = await readFile(query, 'utf8');
      await writeFile(query, text.replaceAll('fillPath', 'fillAddress'));
      expect(await rangeProblem('vendor-tools', { directory, released })).toMatch(/uses what came later.*fillPath/s);
    },
    240_000,
  );

  it('the check names a newer entry point and a newer design token, however they are written', async () => {
    const released = path.join(folder, 'released');
    await cp(path.join(root, 'shared-contracts/released'), released, { recursive: true });
    const record = JSON.parse(await readFile(path.join(released, 'release.json'), 'utf8'));
    const { './session': _session, ...entries } = record.entries;
    const tokens = record.tokens.filter((token: string) => token !== '--space-3');
    await writeFile(path.join(released, 'release.json'), JSON.stringify({ ...record, entries, tokens }));
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const directory = path.join(folder, 'asking');
    await mkdir(path.join(directory, 'src'), { recursive: true });
    await writeFile(path.join(directory, 'remote.json'), JSON.stringify({ contract: `^${record.version}` }));
    await writeFile(
      path.join(directory, 'src/a.ts'),
      'export {\n  readSession as read,\n}\n  from "shared-contracts/session";\n',
    );
    await writeFile(path.join(directory, 'src/a.module.css'), '.a { gap: calc( 2 * var( --space-3 , 4px) ) }');
    const problem = await rangeProblem('vendor-tools', { directory, released });
    expect(problem).toContain('shared-contracts/session is new.');
    expect(problem).toContain('--space-3 is new.');
  }, 120_000);
});
