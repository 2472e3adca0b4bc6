// npm run new-remote -- <name>: a remote with a screen, a test and its place in the registry, ready to be changed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson } from '../build/apps';
import { problemOfName, problemOfPath } from '../build/manifest';
import { runCommand } from './arguments';

const hashOf = (text) => createHash('sha256').update(text).digest('hex');
const pascal = (name) => name.replace(/(^|-)(\w)/g, (_all, _dash, letter) => letter.toUpperCase());
const title = (name) => name.replace(/^./, (letter) => letter.toUpperCase()).replaceAll('-', ' ');
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The files of a new remote, by path in its folder. */
function filesOf(name, { react, contracts }) {
  return {
    'package.json': json({
      name,
      version: '1.0.0',
      private: true,
      dependencies: { react, 'shared-contracts': `^${contracts}` },
    }),
    'webpack.config.js': "module.exports = require('../../webpack.shared.js').remoteConfig(__dirname);\n",
    'remote.json': json({
      name,
      contract: `^${contracts}`,
      routes: [
        { path: `/${name}`, screen: name, guard: 'public', audience: 'anyone', title: title(name), isRoot: true },
      ],
      slots: [],
    }),
    'src/remote.ts': `import { defineRemote } from 'shared-contracts/remote';

export default defineRemote({
  screens: {
    '${name}': () => import('./${name}/${name}.screen'),
  },
});
`,
    [`src/${name}/${name}.screen.tsx`]: `import { useResource } from 'shared-contracts/query';
import { Link } from 'shared-contracts/router';
import type { Envelope, Venue } from 'shared-contracts/types';
import { EmptyState, FailedState, Page, Skeleton, SkeletonBlock } from 'shared-contracts/ui';

export function Screen() {
  const venues = useResource<Envelope<Venue[]>>('/venues');
  if (venues.isPending) {
    return (
      <Page>
        <Skeleton label="Loading venues…">
          <SkeletonBlock shape="title" />
        </Skeleton>
      </Page>
    );
  }
  if (venues.isError) {
    return (
      <Page>
        <FailedState title="The venues could not be loaded." onRetry={venues.refetch} />
      </Page>
    );
  }
  return (
    <Page>
      <h1>${title(name)}</h1>
      {venues.data.data.length === 0 && <EmptyState title="No records found." />}
      <ul>
        {venues.data.data.map(({ id, name }) => (
          <li key={id}>
            <Link to={\`/venues/\${id}/vendors\`}>{name}</Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
`,
    [`src/${name}/${name}.test.tsx`]: `import { screen } from '@testing-library/react';
import { fakeApi, renderScreen } from 'shared-contracts/testing';
import { Screen as ${pascal(name)} } from './${name}.screen';

test('lists the venues, each with the way to its vendors', async () => {
  const api = fakeApi().on('GET /venues', { data: [{ id: 1, name: 'Granary Square Market' }] });
  renderScreen(<${pascal(name)} />, { api, at: '/${name}' });
  expect(await screen.findByRole('link', { name: 'Granary Square Market' })).toHaveAttribute('href', '/venues/1/vendors');
});
`,
  };
}

/** Names the workspace in the lock file, as an install would, so that 'npm ci' goes on working. */
async function addToLock(root, name, manifest) {
  const file = path.join(root, 'package-lock.json');
  const before = await readFile(file, 'utf8');
  const lock = JSON.parse(before);
  const { version, dependencies } = manifest;
  lock.packages[`remotes/${name}`] = { version, dependencies };
  lock.packages[`node_modules/${name}`] = { resolved: `remotes/${name}`, link: true };
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  const text = json(lock);
  await writeFile(file, text);
  // npm start installs anew when the lock file is another than the one it installed.
  const record = path.join(root, 'node_modules/.installed-lock');
  if ((await readFile(record, 'utf8').catch(() => '')) === hashOf(before)) await writeFile(record, hashOf(text));
}

/**
 * @param {string} name
 * @param {string} root the project
 * @returns {Promise<string[]>} the files that were written, by path in the project
 * @throws for a name that is none, is taken, or whose path a remote has
 */
export async function newRemote(name, root) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name ?? '')) {
    throw new Error('Give a name of small letters, digits and single dashes: npm run new-remote -- loyalty-card');
  }
  const problem = problemOfName(name) ?? problemOfPath(`/${name}`);
  if (problem) throw new Error(`${problem} Choose another name.`);
  const directory = path.join(root, 'remotes', name);
  if (existsSync(directory)) throw new Error(`remotes/${name} exists already.`);
  if (name === 'host' || existsSync(path.join(root, 'node_modules', name))) {
    throw new Error(`'${name}' is the name of a package that is in use; choose another.`);
  }
  const contracts = (await readJson(root, 'shared-contracts/package.json')).version;
  const { react } = (await readJson(root, 'host/package.json')).dependencies;
  const files = filesOf(name, { react, contracts });
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(directory, file)), { recursive: true });
    await writeFile(path.join(directory, file), text);
  }
  await addToLock(root, name, JSON.parse(files['package.json']));
  await mkdir(path.join(root, 'node_modules'), { recursive: true });
  await symlink(path.join('..', 'remotes', name), path.join(root, 'node_modules', name), 'dir');
  return Object.keys(files).map((file) => `remotes/${name}/${file}`);
}

const run = (command, args, cwd) =>
  new Promise((resolve, reject) => {
    spawn(command, args, { cwd, stdio: 'inherit' }).on('close', (code) =>
      code === 0 ? resolve() : reject(new Error('The new remote was written, and is not live yet; see above.')),
    );
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runCommand(async () => {
    const name = process.argv[2];
    const root = path.resolve(import.meta.dirname, '../../..');
    for (const file of await newRemote(name, root)) console.log(`wrote ${file}`);
    await run('npx', ['--no-install', 'biome', 'format', '--write', '--log-level=error', `remotes/${name}`], root);
    // In a process of its own: the list of parts is read once.
    await run(process.execPath, ['--import', 'tsx', 'tooling/src/commands/release.ts', name], root);
    console.log(`Open /${name} after npm start.

  npm run dev ${name}          its screen with fast refresh
  npm run unit -- remotes/${name}   its test
  npm run release -- ${name}   the next version, for everybody`);
  });
}
