// npm run settings: writes docs/reference/settings.md and .env.example from the table of settings.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from 'releases/build/apps';
import { runCommand } from 'releases/commands/run-command';
import { environmentExample, settingsPage } from 'settings/print';

await runCommand(import.meta.url, async () => {
  await writeFile(path.join(root, 'docs/reference/settings.md'), settingsPage());
  await writeFile(path.join(root, '.env.example'), environmentExample());
});
