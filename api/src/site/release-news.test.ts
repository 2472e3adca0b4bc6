import { silentLog } from 'core/testing/logs';
import type { Release } from 'releases/live/live-release';
import { releaseNews } from './release-news';

type Sent = [channels: readonly string[], event: string, payload: unknown];

let live: Pick<Release, 'name' | 'recalled'> | null | Error;
let sent: Sent[];
let isRefused: boolean;

function start() {
  sent = [];
  isRefused = false;
  const broadcaster = {
    broadcast: async (...call: Sent) => {
      if (isRefused) throw new Error('The engine is away');
      sent.push(call);
    },
  };
  const current = async () => {
    if (live instanceof Error) throw live;
    return live as Release | null;
  };
  const news = releaseNews({ current }, { realtime: { broadcaster } as never, log: silentLog });
  return async () => {
    news.wake();
    await news.stop();
  };
}

const TOLD = [[['releases'], 'App\\Events\\ReleaseChanged', {}]];

test('open pages are told once of each release, and of a recall', async () => {
  live = { name: 'aaaa', recalled: [] };
  const look = start();
  await look();
  await look();
  expect(sent).toEqual([]);
  live = { name: 'bbbb', recalled: [] };
  await look();
  await look();
  expect(sent).toEqual(TOLD);
  live = { name: 'bbbb', recalled: ['catalog@1.0.0-a'] };
  await look();
  expect(sent).toHaveLength(2);
});

test('a registry that is empty or cannot be read is no news', async () => {
  live = null;
  const look = start();
  await look();
  live = new Error('half copied');
  await look();
  live = { name: 'aaaa', recalled: [] };
  await look();
  expect(sent).toEqual([]);
});

test('news that the engine refused are sent in the next round', async () => {
  live = { name: 'aaaa', recalled: [] };
  const look = start();
  await look();
  live = { name: 'bbbb', recalled: [] };
  isRefused = true;
  await look();
  isRefused = false;
  await look();
  expect(sent).toEqual(TOLD);
});
