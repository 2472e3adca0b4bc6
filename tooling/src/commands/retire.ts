// npm run retire -- <remote>: takes a remote out of the registry. Open pages leave it; a release brings it back.
import { retire } from 'registry/node/retire';
import { readArguments } from './arguments';
import { runCommand } from './run-command';

await runCommand(import.meta.url, async () => {
  const { target, positionals } = readArguments(['target', 'out']);
  const [remote, ...others] = positionals;
  if (!remote || others.length > 0) {
    throw new Error('Name the one remote to retire: npm run retire -- loyalty-card');
  }
  const { recalled, live } = await retire(remote, { target });
  console.log(`${remote} is retired (${recalled.join(', ')}); snapshot ${live} is live.`);
  console.log(
    `Delete remotes/${remote} as well: a change of its sources is a new version, which a release of all apps makes live.`,
  );
});
