import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hostBuild, remoteBuild } from '../testing/builds';
import { readLive } from './read-live';
import { statusOf } from './status';
import { goLive } from './store';
import { folderTarget } from './targets/folder';

let out: string;
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'status-'));
});
afterEach(() => rm(out, { recursive: true, force: true }));

test('before the first release nothing is live', async () => {
  expect(statusOf(await readLive(folderTarget(out)))).toEqual({
    snapshot: null,
    at: null,
    recalled: [],
    releases: [],
    fits: [],
  });
});

test('each release has its visitors, and each remote is compared with each shell that visitors have', async () => {
  const target = folderTarget(out);
  const catalog = (version: string, contract = '^1.0.0') => remoteBuild('catalog', { version, contract });
  await goLive(target, [hostBuild('1.2.0'), catalog('1.0.0-a')]);
  await goLive(target, [catalog('1.0.1-b')]);
  await goLive(target, [hostBuild('1.3.0')], { to: { channel: 'beta' } });
  await goLive(target, [catalog('1.1.0-c')], { to: { percent: 10 } });
  const live = await readLive(target);
  const status = statusOf(live);
  expect(status).toMatchObject({ snapshot: live.pointer?.current, at: live.pointer?.at, recalled: [] });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  expect(status.releases).toEqual([
    { app: 'host', version: '2.2.63-1.2.0', for: 'all', since: time, contract: '1.2.0' },
    { app: 'host', version: '2.2.63-1.3.0', for: 'channel', channel: 'beta', since: time, contract: '1.3.0' },
    { app: 'catalog', version: '1.0.1-b', for: 'all', since: time, contract: '^1.0.0' },
    { app: 'catalog', version: '1.1.0-c', for: 'percent', percent: 10, since: time, contract: '^1.0.0' },
    { app: 'catalog', version: '1.0.0-a', for: 'previous', since: null, contract: '^1.0.0' },
  ]);
  const remotes = ['1.0.1-b', '1.1.0-c', '1.0.0-a'];
  expect(status.fits).toEqual(
    remotes.flatMap((version) =>
      ['2.2.63-1.2.0', '2.2.63-1.3.0'].map((shell) => ({ remote: 'catalog', version, shell, problems: [] })),
    ),
  );

  // A registry may contain a release that a newer check would refuse.
  const { snapshot } = live;
  const { host } = snapshot;
  const older = statusOf({ ...live, snapshot: { ...snapshot, host: host && { ...host, contract: '0.9.0' } } });
  expect(older.fits[0]?.problems).toEqual([
    "Remote 'catalog' 1.0.1-b needs contract ^1.0.0; shell 2.2.63-1.2.0 provides 0.9.0.",
  ]);
});
