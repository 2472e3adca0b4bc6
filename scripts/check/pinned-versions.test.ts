import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const OURS = ['core', 'releases', 'scripts', 'settings', 'shared-contracts'];

test('each direct dependency of the product names one version, so that an update is a commit', async () => {
  const files = execFileSync('git', ['ls-files', '*package.json'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const open: string[] = [];
  let count = 0;
  for (const file of files) {
    const { dependencies = {} } = JSON.parse(await readFile(path.join(root, file), 'utf8'));
    for (const [name, range] of Object.entries<string>(dependencies)) {
      if (OURS.includes(name)) continue;
      count += 1;
      if (!/^(npm:@?[\w/.-]+@)?\d+\.\d+\.\d+$/.test(range)) open.push(`${file}: ${name} ${range}`);
    }
  }
  expect(open).toEqual([]);
  expect(count).toBeGreaterThan(50);
});
