import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './apps';
import { primitivesDigest } from './primitives';

let contracts: string;
beforeEach(async () => {
  contracts = await mkdtemp(path.join(tmpdir(), 'primitives-'));
  await cp(path.join(root, 'shared-contracts/src/ui'), path.join(contracts, 'src/ui'), { recursive: true });
});
afterEach(() => rm(contracts, { recursive: true, force: true }));

const button = () => path.join(contracts, 'src/ui/actions/button.module.css');
const RULE = '[1]-[hash:base64:5]-[local]';

test('a change of styles keeps the digest, since the names of the primitives stay', async () => {
  const before = await primitivesDigest(contracts, RULE);
  expect(before).toMatch(/^[0-9a-f]{16}$/);
  await writeFile(button(), (await readFile(button(), 'utf8')).replace('.primary {', '.primary {\n  gap: 3px;'));
  expect(await primitivesDigest(contracts, RULE)).toBe(before);
});

test('another name of a primitive and another rule for names both change the digest', async () => {
  const before = await primitivesDigest(contracts, RULE);
  expect(await primitivesDigest(contracts, '[name]-[local]-[hash:base64:5]')).not.toBe(before);
  await writeFile(button(), (await readFile(button(), 'utf8')).replaceAll('.primary', '.first'));
  expect(await primitivesDigest(contracts, RULE)).not.toBe(before);
});
