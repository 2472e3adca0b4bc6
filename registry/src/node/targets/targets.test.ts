import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hostBuild, remoteBuild } from '../../testing/builds';
import { staticHost } from '../../testing/static-host';
import { goLive, readLive } from '../store';
import { folderTarget } from './folder';
import { httpTarget } from './http';
import type { Target } from './target';

const host = hostBuild();
const remote = (part: string, version: string) => remoteBuild(part, { version });

test('a static host: all of several releases at once go live, and files are at the addresses that the page requests', async () => {
  const site = await staticHost();
  try {
    const target = httpTarget(site.base);
    await goLive(target, [host]);
    const names = ['catalog', 'checkout', 'queues'];
    await Promise.all(names.map((name) => goLive(target, [remote(name, '1.0.0-a')])));
    expect(Object.keys((await readLive(target)).snapshot.remotes)).toEqual(names);
    expect(await target.writeIfAbsent('catalog/1.0.0-a/e.js', 'one')).toBe(true);
    expect(await target.writeIfAbsent('catalog/1.0.0-a/e.js', 'two')).toBe(false);
    expect(site.text('/parts/catalog/1.0.0-a/e.js')).toBe('one');
  } finally {
    site.close();
  }
});

test('a static host without ETags is refused in a sentence: releases at once would undo each other', async () => {
  const site = await staticHost({ hasTags: false });
  try {
    const target = httpTarget(site.base);
    await goLive(target, [host]);
    const before = site.text('/registry/pointer.json');
    await expect(goLive(target, [remote('catalog', '1.0.0-a')])).rejects.toThrow(
      `${site.base}registry/pointer.json has no ETag: this host cannot compare and swap.`,
    );
    expect(site.text('/registry/pointer.json')).toBe(before);
  } finally {
    site.close();
  }
});

test('a target that cannot be written says so in a sentence, and nothing went live', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'targets-'));
  try {
    const file = path.join(folder, 'a-file');
    await writeFile(file, '');
    const release = (target: Target) => goLive(target, [host]);
    await expect(folderTarget(file).writeIfAbsent('host/1/index.html', '')).rejects.toThrow(
      `${file} cannot be written (ENOTDIR); nothing went live.`,
    );
    await expect(release(folderTarget(file))).rejects.toThrow(/pointer\.json cannot be read \(ENOTDIR\)\.$/);
    const site = await staticHost();
    await new Promise<void>((resolve) => site.close(resolve));
    await expect(release(httpTarget(site.base))).rejects.toThrow(
      `${site.base}registry/pointer.json did not respond (ECONNREFUSED); nothing went live.`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('two processes that release at once: both go live', async () => {
  const out = await mkdtemp(path.join(tmpdir(), 'targets-'));
  try {
    await goLive(folderTarget(out), [host]);
    const script = path.join(out, 'release.mjs');
    const address = (file: string) => JSON.stringify(`file://${path.join(__dirname, file)}`);
    await writeFile(
      script,
      `import { goLive } from ${address('../store.ts')};
import { folderTarget } from ${address('folder.ts')};
process.on('message', async (build) => { await goLive(folderTarget(${JSON.stringify(out)}), [build]); process.send('landed'); process.disconnect(); });
process.send('ready');`,
    );
    const said = (child: ChildProcess, word: string) =>
      new Promise<void>((resolve) => child.on('message', (message) => message === word && resolve()));
    const children = [0, 1].map(() => fork(script, { execArgv: ['--import', 'tsx'] }));
    await Promise.all(children.map((child) => said(child, 'ready')));
    const landed = children.map((child) => said(child, 'landed'));
    children[0]?.send(remote('catalog', '1.0.0-a'));
    children[1]?.send(remote('queues', '1.0.0-a'));
    await Promise.all(landed);
    const { snapshot } = await readLive(folderTarget(out));
    expect(Object.keys(snapshot.remotes)).toEqual(['catalog', 'queues']);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}, 30_000);
