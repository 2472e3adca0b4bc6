// npm's prepare script. It installs the hook before commits (simple-git-hooks in package.json), except in CI and where there is no
// repository, as in an unpacked archive. An install never fails because of it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

function program() {
  try {
    return createRequire(import.meta.url).resolve('simple-git-hooks/cli.js');
  } catch {
    // An install without development packages has no hooks either.
    return undefined;
  }
}

const cli = program();
if (cli && !process.env.CI && existsSync(path.join(root, '.git'))) {
  const { status, stderr } = spawnSync(process.execPath, [cli], { cwd: root, encoding: 'utf8' });
  if (status !== 0) console.warn(`The hook before commits is not installed: ${stderr.trim()}`);
}
