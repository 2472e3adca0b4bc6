import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingKeysOf } from './venue-keys';

test('a folder without a database has no missing keys, and the check creates no database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foodhall-keys-'));
  try {
    expect(await missingKeysOf({ DATA_DIR: folder })).toEqual([]);
    expect(existsSync(join(folder, 'database'))).toBe(false);
  } finally {
    await rm(folder, { recursive: true });
  }
});
