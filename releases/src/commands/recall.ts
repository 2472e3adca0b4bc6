// npm run recall -- <app> <version>: withdraws a version that attacked visitors. It also ends every session of the site and clears its data
// in browsers. Roll the app back first.
import { recall } from '../store/recall';
import { readArguments } from './arguments';
import { runCommand } from './run-command';

await runCommand(import.meta.url, async () => {
  const { target, positionals, service: findService, describe } = readArguments(['target', 'out', 'message']);
  const [app, version, ...others] = positionals;
  if (!app || !version || others.length > 0)
    throw new Error('Name the app and the version that attacked: npm run recall -- catalog 1.0.0-3f9a01c2');
  const service = await findService();
  const live = service
    ? (await service.recall(app, { version, source: await describe() })).snapshot
    : (await recall(app, version, { target })).live;
  console.log(`${app} ${version} is recalled as malicious; snapshot ${live} is live.`);
  console.log(
    target.isStaticHost && !service
      ? `Delete ${app}/${version} from ${target.place}, and end the sessions of its API: npm run foodhall -- sessions end.`
      : 'Its files are no longer served. Each visitor signs in again, and browsers drop what they have of the site.',
  );
});
