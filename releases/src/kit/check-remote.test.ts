import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { provided } from '../build/provided';
import { remoteFiles } from '../scaffold/remote-files';
import { manifestProblems, typeProblems } from './check-remote';

let directory: string;
const write = async (file: string, text: string) => {
  await mkdir(path.dirname(path.join(directory, file)), { recursive: true });
  await writeFile(path.join(directory, file), text);
};
const { contract } = provided();
const files = remoteFiles('loyalty-card', contract);
const manifest = (changes: object) => JSON.stringify({ ...JSON.parse(files['remote.json'] ?? ''), ...changes });

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'kit-check-'));
  for (const [file, text] of Object.entries(files)) await write(file, text);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const problems = () => manifestProblems('loyalty-card', directory);

it('a new remote has no problem', async () => {
  expect(await problems()).toEqual([]);
});

it('the check names a route without its screen, and a slot without its component', async () => {
  await write('src/remote.ts', "export default defineRemote({ screens: { other: () => import('./other.screen') } });");
  expect(await problems()).toEqual([
    "The route /loyalty-card names the screen 'loyalty-card', which src/remote.ts does not have.",
    "The slot background names 'refresh', which src/remote.ts does not have.",
  ]);
});

it('the check reports a missing definition', async () => {
  await rm(path.join(directory, 'src/remote.ts'));
  expect(await problems()).toEqual(['src/remote.ts is missing: it has the screens and slots that remote.json names.']);
});

it('the check names a contract that the installed one does not fit', async () => {
  await write('remote.json', manifest({ contract: '^99.0.0' }));
  expect(await problems()).toEqual([
    `remote.json asks for contract ^99.0.0, and shared-contracts ${contract} is installed.`,
  ]);
});

it("the check refuses a manifest that cannot be released, with the release's sentences", async () => {
  await write('remote.json', manifest({ routes: [], slots: {}, menu: [] }));
  expect(await problems()).toEqual(['Its slots have to be a list; what it has is {}.']);
});

it('the check names the file of a type error', async () => {
  await write('tsconfig.json', '{"compilerOptions":{"strict":true,"types":[]},"files":["a.ts"]}');
  await write('a.ts', "export const a: number = 'one';");
  expect(await typeProblems(directory)).toEqual([expect.stringContaining('a.ts(1,14): error TS2322')]);
  await write('a.ts', 'export const a: number = 1;');
  expect(await typeProblems(directory)).toEqual([]);
}, 30_000);
