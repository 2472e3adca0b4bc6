const { cp, mkdtemp, readFile, rm, symlink, writeFile } = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');

describe('the contract that a remote asks for', () => {
  let rangeProblem;
  let folder;

  beforeAll(async () => {
    ({ rangeProblem } = await import('./contract-ranges.mjs'));
  });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-ranges-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function asking(contract) {
    const directory = path.join(folder, 'checkout');
    await cp(path.join(root, 'remotes/checkout/remote.json'), path.join(directory, 'remote.json'));
    await writeFile(path.join(directory, 'remote.json'), JSON.stringify({ contract }));
    return await rangeProblem('checkout', { directory });
  }

  it.each([
    ['*', /must be a caret range/],
    ['1.1.0', /must be a caret range/],
    ['^9.0.0 || 1.1.0', /must be a caret range/],
    ['^0.9.0 || ^9.0.0', /nothing before \S+ is kept to compare with/],
  ])('%s is refused', async (contract, message) => {
    expect(await asking(contract)).toMatch(message);
  });

  it.each(['^9.0.0', '^10.0.0 || ^9.0.0'])('a remote may ask for more than it needs: %s', async (contract) => {
    expect(await asking(contract)).toBeUndefined();
  });

  it('what only tests use asks nothing of a shell, fixtures included', async () => {
    const fixture = await readFile(path.join(root, 'remotes/checkout/src/testing/carts.ts'), 'utf8');
    expect(fixture).toContain("from 'shared-contracts/testing'");
    expect(await rangeProblem('checkout')).toBeUndefined();
  }, 60_000);

  it('what a remote uses and the contract it asks for lacks is named', async () => {
    const released = path.join(folder, 'released');
    await cp(path.join(root, 'shared-contracts/released'), released, { recursive: true });
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const query = path.join(released, 'query.d.ts');
    const text = await readFile(query, 'utf8');
    await writeFile(query, text.replaceAll('fillPath', 'fillAddress'));
    const { version } = JSON.parse(await readFile(path.join(released, 'release.json'), 'utf8'));
    const directory = path.join(folder, 'asking');
    await cp(path.join(root, 'remotes/checkout'), directory, { recursive: true });
    const remote = JSON.parse(await readFile(path.join(directory, 'remote.json'), 'utf8'));
    await writeFile(path.join(directory, 'remote.json'), JSON.stringify({ ...remote, contract: `^${version}` }));
    expect(await rangeProblem('checkout', { directory, released })).toMatch(/uses what came later.*fillPath/s);
  }, 120_000);
});
