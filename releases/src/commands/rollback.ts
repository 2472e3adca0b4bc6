// npm run rollback -- <app> [version]: makes an earlier build of one app live again, in seconds and without a build.
// npm run rollback -- <app> --to beta | --share: ends the app's release in a channel, or its rollout.
import { rollBack, withdraw } from '../store/rollback';
import { limitedReleaseLine, limitedReleaseLines } from '../store/sentences';
import { readArguments } from './arguments';
import { runCommand } from './run-command';

await runCommand(import.meta.url, async () => {
  const {
    target,
    to,
    positionals,
    service: findService,
    describe,
  } = readArguments(['to', 'share', 'target', 'out', 'message']);
  const [app, version] = positionals;
  if (!app || positionals.length > 2)
    throw new Error('Name the app to roll back: npm run rollback -- catalog [version]');
  if (to && version) throw new Error('--to and --share take no version: leave out the version, or leave them out.');
  const service = await findService();
  if (service) {
    const back = await service.rollBack(app, { version, to, source: await describe() });
    console.log(
      back.to === null
        ? `${app} ${back.from} is no longer live ${to?.channel ? `in the channel ${to.channel}` : 'in a rollout'}; snapshot ${back.snapshot} is live.`
        : `${app} went back from ${back.from} to ${back.to}; snapshot ${back.snapshot} is live.`,
    );
    for (const each of back.limited) console.log(limitedReleaseLine(each));
    return;
  }
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
