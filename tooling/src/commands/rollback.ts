// npm run rollback -- <app> [version]: makes an earlier build of one app live again, in seconds and without a build.
// npm run rollback -- <app> --to beta | --share: ends its release in a channel, or its rollout.
import { rollBack, withdraw } from 'registry/node/rollback';
import { limitedReleaseLines } from 'registry/node/sentences';
import { readArguments } from './arguments';
import { runCommand } from './run-command';

await runCommand(import.meta.url, async () => {
  const { target, to, positionals } = readArguments(['to', 'share', 'target', 'out']);
  const [app, version] = positionals;
  if (!app || positionals.length > 2)
    throw new Error('Name the app to roll back: npm run rollback -- catalog [version]');
  if (to && version) throw new Error('--to and --share take no version: leave out the version, or leave them out.');
  if (to) {
    const { from, live } = await withdraw(app, { target, to });
    console.log(
      `${app} ${from} is no longer live ${to.channel ? `in the channel ${to.channel}` : 'in a rollout'}; snapshot ${live} is live.`,
    );
    return;
  }
  const { from, to: restored, live, snapshot } = await rollBack(app, { target, version });
  console.log(`${app} went back from ${from} to ${restored}; snapshot ${live} is live.`);
  for (const line of limitedReleaseLines(snapshot, app)) console.log(line);
});
