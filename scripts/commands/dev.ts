// npm run dev [remote…]: runs the whole site, with fast refresh of the shell and the named remotes. If API_URL names a running API, the
// site uses it and starts none.
// npm run dev <remote…> -- --shell ADDRESS: serves the named remotes alone, for a deployed shell that allows it: to the team of
// RELEASE_TOKEN, or to everyone (OVERRIDE_ORIGINS).

import { generateKeyPairSync } from 'node:crypto';
import { readOptions } from 'releases/commands/arguments';
import { runCommand } from 'releases/commands/run-command';
import { stopOnSignal } from 'releases/commands/stop-on-signal';
import { startOverrides } from 'releases/dev/overrides';
import { readPort, StartError } from 'releases/dev/ports';
import { processEnv } from 'settings/environment';
import { startDevelopment } from '../site/development';
import { readDataDir } from '../site/site';

/** The port of the first remote that runs in a deployed shell. OVERRIDE_PORT replaces it, and the other remotes take the next ports. */
const OVERRIDE_PORT = 3001;

/** Names the likely cause: the port usually belongs to the `npm start` of this clone, whose API serves development too. */
function withRunningApi(error: unknown, remotes: readonly string[]): unknown {
  if (!(error instanceof StartError) || !error.message.includes('is in use by another process')) return error;
  const command = ['PORT=8090 API_URL=http://localhost:8080 npm run dev', ...remotes].join(' ');
  return new StartError(`${error.message}\nIf that is npm start, its API can be used here as well: ${command}`);
}

await runCommand(import.meta.url, async () => {
  const { values, positionals: remotes } = readOptions(['shell', 'origin']);
  const report = (line: string) => console.log(line);
  if (values.shell) {
    if (remotes.length === 0) throw new Error('Name the remote: npm run dev catalog -- --shell https://hall.example');
    const port = readPort('OVERRIDE_PORT', OVERRIDE_PORT);
    const { RELEASE_TOKEN: token } = processEnv;
    const { shell, origin } = values;
    const { addresses, stop } = await startOverrides(remotes, { shell, port, token, origin, report });
    console.log(`\n${addresses.join('\n')}\nA screen that you save is shown from its start; the page goes on.`);
    console.log('Ctrl-C stops everything.');
    stopOnSignal(stop);
    return;
  }
  // The key is for this run alone, since no site may trust a pointer of development.
  processEnv.REGISTRY_KEY = generateKeyPairSync('ed25519')
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
  const port = readPort('PORT', 8080);
  const { API_URL: api } = processEnv;
  if (api && !URL.canParse(api)) throw new Error(`API_URL is '${api}'; it must be an address.`);
  const { url, stop } = await startDevelopment(remotes, { port, api, dataDir: readDataDir(), report }).catch(
    (error) => {
      throw withRunningApi(error, remotes);
    },
  );
  console.log(`\n${url}\n${url}/gallery has every primitive in every state.\nCtrl-C stops everything.`);
  stopOnSignal(stop);
});
