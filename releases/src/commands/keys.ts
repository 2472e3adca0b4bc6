// npm run keys -- init [--target PLACE]: begins the metadata of The Update Framework of a site, with the site's own key for every role.
import { readLive } from '../store/read-live';
import { authorityOf } from '../store/signing';
import { goLive } from '../store/store';
import { createRoot, publishMetadata } from '../store/tuf';
import { readArguments } from './arguments';
import { runCommand } from './run-command';

await runCommand(import.meta.url, async () => {
  const { target, positionals } = readArguments(['target', 'out']);
  if (positionals.join() !== 'init') throw new Error('Say what to do: npm run keys -- init');
  const authority = authorityOf();
  const isNew = await createRoot(target, authority);
  // The next snapshot names the root, so that browsers find it.
  if ((await readLive(target)).pointer) await goLive(target, [], { authority });
  await publishMetadata(target, authority);
  console.log(
    isNew
      ? `${target.place} has a root: one key has every role. From now on, each release signs registry/tuf as well.`
      : `${target.place} had a root already. Its metadata are up to date.`,
  );
});
