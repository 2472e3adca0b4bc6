// foodhall-remote dev --shell ADDRESS: this remote for a deployed shell that allows it (OVERRIDE_ORIGINS).
import { apps } from '../build/apps';
import { readOptions } from '../commands/arguments';
import { runCommand } from '../commands/run-command';
import { startOverrides } from '../site/overrides';
import { readPort } from '../site/site';
import { stopOnSignal } from '../site/stop-on-signal';

/** OVERRIDE_PORT says otherwise. */
const OVERRIDE_PORT = 3001;

await runCommand(import.meta.url, async () => {
  const { values } = readOptions(['shell']);
  const { shell } = values;
  if (!shell) throw new Error('Name the deployed shell: --shell https://hall.example');
  const port = readPort('OVERRIDE_PORT', OVERRIDE_PORT);
  const report = (line: string) => console.log(line);
  const { url, stop } = await startOverrides(apps, { shell, port, report });
  console.log(`\n${url}\nA screen that you save is shown from its start; the page goes on. Ctrl-C stops it.`);
  stopOnSignal(stop);
});
