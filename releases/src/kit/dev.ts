// foodhall-remote dev --shell ADDRESS: shows this remote in a deployed shell that allows it: to the team of RELEASE_TOKEN, or to everyone
// (OVERRIDE_ORIGINS). --mock shows it without a site, with the data of its src/testing/mock.ts.
import { processEnv } from 'settings/environment';
import { apps } from '../build/apps';
import { readOptions } from '../commands/arguments';
import { runCommand } from '../commands/run-command';
import { stopOnSignal } from '../commands/stop-on-signal';
import { startOverrides } from '../dev/overrides';
import { readPort } from '../dev/ports';
import { lazyGallery, startMock } from './mock-server';

/** The default port. OVERRIDE_PORT replaces it. */
const OVERRIDE_PORT = 3001;

await runCommand(import.meta.url, async () => {
  const { values } = readOptions(['shell', 'origin', 'mock']);
  const { shell, origin, mock } = values;
  const port = readPort('OVERRIDE_PORT', OVERRIDE_PORT);
  const report = (line: string) => console.log(line);
  const [remote = ''] = apps;
  if (mock) {
    const { url, stop } = await startMock(remote, { port, report });
    console.log(`\n${url}\n${url}/gallery has every primitive in every state. Ctrl-C stops it.`);
    stopOnSignal(stop);
    return;
  }
  if (!shell) throw new Error('Name the deployed shell: --shell https://hall.example, or --mock for none.');
  const { RELEASE_TOKEN: token } = processEnv;
  const gallery = lazyGallery(remote, { port: port + 1, report });
  const { addresses, stop } = await startOverrides(apps, { shell, port, token, origin, gallery: gallery.url, report });
  console.log(
    `\n${addresses.join('\n')}\nA screen that you save is shown from its start; the page goes on. http://localhost:${port}/gallery has every primitive. Ctrl-C stops it.`,
  );
  stopOnSignal(async () => {
    await stop();
    await gallery.stop();
  });
});
