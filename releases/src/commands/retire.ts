// npm run retire -- <remote>: takes a remote out of the registry. Open pages leave it; a release brings it back.
import { retire } from '../store/retire';
import { readArguments } from './arguments';
import { runCommand } from './run-command';

await runCommand(import.meta.url, async () => {
  const { target, positionals, service: findService, describe } = readArguments(['target', 'out', 'message']);
  const [remote, ...others] = positionals;
  if (!remote || others.length > 0) {
    throw new Error('Name the one remote to retire: npm run retire -- loyalty-card');
  }
  const service = await findService();
  const { recalled, live } = service
    ? await service
        .retire(remote, { source: await describe() })
        .then(({ recalled, snapshot }) => ({ recalled, live: snapshot }))
    : await retire(remote, { target });
  console.log(`${remote} is retired (${recalled.join(', ')}); snapshot ${live} is live.`);
  console.log(
    `Delete remotes/${remote} as well: a change of its sources is a new version, which a release of all apps makes live.`,
  );
});
