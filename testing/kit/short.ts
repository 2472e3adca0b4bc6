/** Tests the kit without a network and without a browser, as a stage of npm run test:all. */
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from 'releases/build/apps';
import { buildApps } from 'releases/build/build-apps';
import { publishBuild } from 'releases/store/publish';
import { readBuild, readLive } from 'releases/store/read-live';
import { privateKey } from 'releases/store/signing';
import { goLive } from 'releases/store/store';
import { folderTarget } from 'releases/store/targets/folder';
import { installLinked, REMOTE, startTeam } from './team';

/** @throws when the condition does not hold */
function require(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(sentence);
}

/**
 * Goes from the tarballs to a remote that is live in a folder with today's shell: in a channel, then for all visitors, and then rolled
 * back.
 * @throws at the first step that fails
 */
export async function runShortKit(report: (line: string) => void): Promise<void> {
  // The shell of the folder trusts the key of this working copy.
  const key = String(privateKey().export({ type: 'pkcs8', format: 'pem' }));
  const team = await startTeam(report, { REGISTRY_KEY: key });
  try {
    const site = path.join(team.folder, 'site');
    const target = folderTarget(site);
    const out = path.join(root, 'dist');
    const builds = await buildApps(['host'], { out });
    for (const build of builds) await publishBuild(target, out, build);
    await goLive(
      target,
      builds.map(({ record }) => record),
    );

    await team.run(
      `npx --yes --offline --package ./packages/create-remote-*.tgz create-remote ${REMOTE} --packages packages`,
    );
    await installLinked(team);
    await team.run(`cd ${REMOTE}`);
    await team.run('npm run check');
    const style = path.join(team.repository, `src/${REMOTE}/${REMOTE}.module.css`);
    const written = await readFile(style, 'utf8');
    await writeFile(style, `${written}\nh1 {\n  color: red;\n}\n`);
    const refusal = await team.run('npm run check').catch((error: Error) => error.message);
    require(refusal.includes(
      "'h1' applies outside of this remote",
    ), `check passed what a release refuses:\n${refusal}`);
    await writeFile(style, written);
    await team.run('npm test');
    await team.run('npm run build');

    await team.run(`npm run release -- --target ${site} --to beta`);
    const [limited] = (await readLive(target)).snapshot.offers;
    require(limited?.part === REMOTE && limited.channel === 'beta', `${REMOTE} is not live in the channel beta.`);
    // The snapshot refers to the builds of a channel.
    const release = await readBuild(target, { part: REMOTE, version: limited.release.version });
    require(release && 'entry' in release, `${REMOTE} has no entry.`);
    const { version, entry, modules } = release;
    for (const id of [REMOTE, 'refresh']) require(modules[id]?.length, `${id} has no files of its own.`);
    for (const file of [entry, ...Object.values(modules).flat()]) {
      await access(path.join(site, REMOTE, version, file));
    }

    await team.run(`npm run release -- --target ${site}`);
    const status = await team.run(`npm run status -- --target ${site}`);
    require(status.includes(`${REMOTE}  ${version}  all visitors`), `status does not list the release:\n${status}`);
    const problem = await team.run(`npm run rollback -- --target ${site}`).catch((error: Error) => error.message);
    require(problem.includes(
      'has no earlier version',
    ), 'A first release has nothing to go back to, and rollback did not say so.');
    require(Object.keys((await readLive(target)).snapshot.remotes).join() === REMOTE, `${REMOTE} is not what is live.`);
  } finally {
    await team.leave();
  }
}
