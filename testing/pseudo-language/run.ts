// npm run test:pseudo [-- arguments for Playwright]: opens every screen state in the pseudo-language and its
// right-to-left twin, in a copy of this working copy.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from 'releases/build/apps';
import { runCommand } from 'releases/commands/run-command';
import { copyWithPseudoLanguage } from './copy';

await runCommand(import.meta.url, async () => {
  const copy = path.join(root, '.cache/pseudo-language');
  await copyWithPseudoLanguage(copy);
  const args = ['--config', 'testing/pseudo-language/playwright.config.ts', ...process.argv.slice(2)];
  process.exitCode = await new Promise<number>((resolve) => {
    spawn(process.execPath, ['--import', 'tsx', 'testing/journeys/run.ts', ...args], {
      cwd: copy,
      stdio: 'inherit',
    }).on('close', (code) => resolve(code ?? 1));
  });
});
