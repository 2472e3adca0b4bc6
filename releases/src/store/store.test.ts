import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { isSigned } from '../model/verify';
import { hostBuild as host, remoteBuild as remote } from '../testing/builds';
import { readLive } from './read-live';
import { limitedReleaseLines } from './sentences';
import { authorityOf, publicKeys } from './signing';
import { appsIn } from './snapshot';
import { goLive, ReleaseRefused, signedPointer } from './store';
import { folderTarget } from './targets/folder';
import { PointerMoved } from './targets/target';

let target: ReturnType<typeof folderTarget>;
let out: string;

beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'registry-'));
  target = folderTarget(out);
});

afterEach(() => rm(out, { recursive: true, force: true }));

test('a release signed with a key that a live shell does not trust is refused, since the site would not start', async () => {
  const [own = ''] = publicKeys();
  await goLive(target, [{ ...host(), keys: [own] }, remote('catalog')]);
  await goLive(target, [{ ...host('1.3.0'), keys: ['of another site', own] }], { to: { channel: 'beta' } });
  const before = await readLive(target);
  await expect(goLive(target, [{ ...host('1.4.0'), keys: ['of another site'] }])).rejects.toThrow(
    /^The shell 2\.2\.63-1\.4\.0 does not trust the key that this would be signed with\./,
  );
  expect(await readLive(target)).toEqual(before);
});

test('a snapshot that is too large for a page only goes live if it is smaller than the one before', async () => {
  const large = (name: string) => ({ ...remote(name), extra: 'a'.repeat(300 * 1024) });
  await goLive(target, [host(), large('catalog'), large('checkout'), large('queues')]);
  await expect(goLive(target, [large('tools')])).rejects.toThrow('of at most 1048576: each page has it in itself.');
  const { snapshot, tag } = await readLive(target);
  expect(appsIn(snapshot)).not.toContain('tools');
  // This snapshot is from before there was a limit.
  await target.writeIfAbsent('registry/before.json', JSON.stringify({ ...snapshot, extra: 'a'.repeat(1024 * 1024) }));
  const pointer = signedPointer({ current: 'before', previous: null, at: snapshot.at, recalled: [] });
  await target.swap('registry/pointer.json', JSON.stringify(pointer), tag);
  await expect(goLive(target, [remote('tools')])).rejects.toThrow('of at most 1048576');
  expect(await goLive(target, [remote('catalog', { version: '1.0.1-b' })])).toMatchObject({ changed: true });
});

test('a refusal lists twenty reasons, and the number of further ones', () => {
  const reasons = Array.from({ length: 23 }, (_, index) => `Reason ${index}.`);
  expect(new ReleaseRefused(reasons.slice(0, 20)).message).toBe(reasons.slice(0, 20).join('\n'));
  expect(new ReleaseRefused(reasons).message).toBe([...reasons.slice(0, 20), '… and 3 more.'].join('\n'));
});

describe('the pointer', () => {
  test('is created with the registry by a first release', async () => {
    const { name } = await goLive(target, [host(), remote('catalog')]);
    const { signature = '', ...pointer } = { ...(await readLive(target)).pointer };
    expect(pointer).toEqual({ current: name, previous: null, at: expect.any(String), recalled: [] });
    expect(await isSigned(JSON.stringify(pointer), signature, publicKeys())).toBe(true);
    const read = async (file: string) => (await target.read(`registry/${file}`))?.text ?? '';
    expect(await isSigned(await read(`${name}.json`), await read(`${name}.sig`), publicKeys())).toBe(true);
    expect(await isSigned(`${await read(`${name}.json`)} `, await read(`${name}.sig`), publicKeys())).toBe(false);
    expect((await readLive(target)).snapshot.remotes.catalog?.version).toBe('1.0.0-aaaaaaaa');
  });

  test('stays unchanged after a refused release', async () => {
    const { name } = await goLive(target, [host(), remote('catalog')]);
    await expect(goLive(target, [remote('queues', { contract: '^9.0.0' })])).rejects.toThrow(
      "Remote 'queues' 1.0.0-aaaaaaaa needs contract ^9.0.0; the live shell provides 1.2.0.",
    );
    expect((await readLive(target)).pointer?.current).toBe(name);
    expect((await readdir(path.join(out, 'registry'))).filter((file) => file !== 'tuf')).toHaveLength(3);
  });

  test('makes all of several simultaneous releases live', async () => {
    await goLive(target, [host(), remote('catalog'), remote('checkout'), remote('queues')]);
    const names = ['catalog', 'checkout', 'queues'];
    await Promise.all(names.map((name) => goLive(target, [remote(name, { version: '1.0.1-bbbbbbbb' })])));
    const { snapshot } = await readLive(target);
    expect(names.map((name) => snapshot.remotes[name]?.version)).toEqual(names.map(() => '1.0.1-bbbbbbbb'));
  });

  test('makes a release that others have overtaken try again', async () => {
    await goLive(target, [host()]);
    const { tag } = await readLive(target);
    await goLive(target, [remote('catalog')]);
    const moved = await readLive(target);
    await expect(target.swap('registry/pointer.json', '{}', tag)).rejects.toThrow('try again');
    expect(await readLive(target)).toEqual(moved);
  });

  test.each([
    ['whose process died', `4194999 ${hostname()}`],
    ["of an ended process that had this one's number", `${process.pid} ${hostname()}`],
  ])('a lock %s is taken over', async (_what, holder) => {
    await mkdir(path.join(out, 'registry'), { recursive: true });
    await writeFile(path.join(out, 'registry/pointer.lock'), holder);
    await Promise.all([goLive(target, [host()]), goLive(target, [remote('catalog')])]);
    expect(appsIn((await readLive(target)).snapshot)).toEqual(['host', 'catalog']);
    const left = (await readdir(path.join(out, 'registry'))).filter((name) => !/^(\w+\.(json|sig)|tuf)$/.test(name));
    expect(left).toEqual([]);
  });

  test('a lock of another container, in which a process has the same number, is broken after a minute and not before', async () => {
    const lock = path.join(out, 'registry/pointer.lock');
    await mkdir(path.dirname(lock), { recursive: true });
    await writeFile(lock, `${process.pid} another-container`);
    const pauses = jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((after) => setImmediate(after) as unknown as NodeJS.Timeout);
    await expect(target.swap('registry/pointer.json', 'one', null)).rejects.toThrow(
      `is held by process ${process.pid} another-container.`,
    );
    pauses.mockRestore();
    const before = new Date(Date.now() - 61_000);
    await utimes(lock, before, before);
    await target.swap('registry/pointer.json', 'one', null);
    expect((await target.read('registry/pointer.json'))?.text).toBe('one');
  });

  test('moves to a later time, also if the clock of the machine was set back', async () => {
    jest.useFakeTimers({
      now: new Date('2030-01-01T12:00:00Z'),
      doNotFake: ['setTimeout', 'nextTick', 'setImmediate'],
    });
    try {
      await goLive(target, [host()]);
      jest.setSystemTime(new Date('2030-01-01T11:00:00Z'));
      await goLive(target, [remote('catalog')]);
    } finally {
      jest.useRealTimers();
    }
    expect((await readLive(target)).pointer?.at).toBe('2030-01-01T12:00:00.001Z');
  });

  test('stays unchanged if its snapshot is gone, since a release would drop every other app', async () => {
    const { name } = await goLive(target, [host(), remote('catalog')]);
    const before = await readFile(path.join(out, 'registry/pointer.json'), 'utf8');
    await rm(path.join(out, `registry/${name}.json`));
    await expect(goLive(target, [remote('queues')])).rejects.toThrow(
      `registry/${name}.json, which is live, is not in ${out}; nothing went live. Restore it, or delete registry/ to start a new registry.`,
    );
    expect(await readFile(path.join(out, 'registry/pointer.json'), 'utf8')).toBe(before);
  });

  test('releasing a live build again writes nothing', async () => {
    await goLive(target, [host(), remote('catalog')]);
    const before = await readFile(path.join(out, 'registry/pointer.json'), 'utf8');
    expect((await goLive(target, [remote('catalog')])).changed).toBe(false);
    expect(await readFile(path.join(out, 'registry/pointer.json'), 'utf8')).toBe(before);
  });
});

test('releases at the same moment all go live, more of them than a few tries would take', async () => {
  await goLive(target, [host()]);
  const names = Array.from({ length: 12 }, (_, index) => `remote-${index}`);
  await Promise.all(names.map((name) => goLive(target, [remote(name)])));
  expect(Object.keys((await readLive(target)).snapshot.remotes).sort()).toEqual([...names].sort());
});

test('a release that others overtake until its time limit ends with an error that says so', async () => {
  await goLive(target, [host()]);
  const busy = { ...target, swap: () => Promise.reject(new PointerMoved()) };
  await expect(goLive(busy, [remote('catalog')], { limitMs: 0 })).rejects.toThrow('at the same moment');
  expect((await readLive(target)).snapshot.remotes).toEqual({});
});

describe('the site of a registry', () => {
  const staging = { ...authorityOf(), site: 'staging' };

  test('is part of the signed snapshot and of the signed pointer', async () => {
    const { snapshot } = await goLive(target, [host()], { authority: staging });
    const { pointer } = await readLive(target);
    expect([snapshot.site, pointer?.site]).toEqual(['staging', 'staging']);
    const { signature, ...rest } = pointer ?? { signature: '' };
    expect(await isSigned(JSON.stringify(rest), signature, [staging.publicKey])).toBe(true);
    expect(await isSigned(JSON.stringify({ ...rest, site: 'production' }), signature, [staging.publicKey])).toBe(false);
  });

  test('stays when a release names none', async () => {
    await goLive(target, [host()], { authority: staging });
    await goLive(target, [remote('catalog')]);
    const { pointer, snapshot } = await readLive(target);
    expect([snapshot.site, pointer?.site]).toEqual(['staging', 'staging']);
  });

  test('changes to a new name with the next release, also with one that changes nothing else', async () => {
    const named = (site: string) => ({ authority: { ...authorityOf(), site } });
    await goLive(target, [host(), remote('catalog')], named('https://old.example'));
    expect(await goLive(target, [remote('catalog')], named('https://new.example'))).toMatchObject({ changed: true });
    const { pointer, snapshot } = await readLive(target);
    expect([snapshot.site, pointer?.site]).toEqual(['https://new.example', 'https://new.example']);
    expect(await goLive(target, [], named('https://new.example'))).toMatchObject({ changed: false });
  });

  test('comes from the environment for a command that signs into a folder, and not for an address', async () => {
    await goLive(target, [host()], { authority: staging });
    process.env.SITE_URL = 'https://hall.example/';
    try {
      await goLive({ ...target, isStaticHost: true }, [host()]);
      expect((await readLive(target)).pointer?.site).toBe('staging');
      await goLive(target, [host()]);
      expect((await readLive(target)).pointer?.site).toBe('https://hall.example');
      process.env.REGISTRY_SITE = 'production';
      await goLive(target, [host()]);
      expect((await readLive(target)).pointer?.site).toBe('production');
    } finally {
      delete process.env.SITE_URL;
      delete process.env.REGISTRY_SITE;
    }
  });
});

describe('a release of a channel or rollout', () => {
  const NEXT = '1.1.0-bbbbbbbb';

  test('keeps the live release, and ends when it goes live for all visitors', async () => {
    await goLive(target, [host(), remote('catalog')]);
    const next = remote('catalog', { version: NEXT });
    await goLive(target, [next], { to: { channel: 'beta' } });
    await goLive(target, [next], { to: { percent: 10 } });
    const { snapshot } = await goLive(target, [next], { to: { percent: 50 } });
    expect(snapshot.remotes.catalog?.version).toBe('1.0.0-aaaaaaaa');
    expect(snapshot.offers.map(({ channel, percent }) => channel ?? percent)).toEqual(['beta', 50]);
    const { snapshot: after } = await goLive(target, [next]);
    expect(after.remotes.catalog?.version).toBe(NEXT);
    expect(after.offers).toEqual([]);
  });

  test('stays when another build goes live for all visitors, and the release says so', async () => {
    await goLive(target, [host(), remote('catalog')]);
    await goLive(target, [remote('catalog', { version: NEXT })], { to: { channel: 'beta' } });
    await goLive(target, [remote('catalog', { version: NEXT })], { to: { percent: 10 } });
    const { snapshot } = await goLive(target, [remote('catalog', { version: '1.2.0-cccccccc' })]);
    expect(snapshot.offers).toHaveLength(2);
    expect(limitedReleaseLines(snapshot, 'catalog')).toEqual([
      `${NEXT} stays live in the channel beta; npm run rollback -- catalog --to beta ends that.`,
      `${NEXT} stays live for 10 % of the visitors; npm run rollback -- catalog --share ends that.`,
    ]);
    expect(limitedReleaseLines(snapshot, 'queues')).toEqual([]);
  });

  test('is rejected if it is incompatible with a limited shell', async () => {
    await goLive(target, [host('1.3.0'), remote('catalog')]);
    await goLive(target, [host('1.2.0')], { to: { channel: 'beta' } });
    await expect(goLive(target, [remote('catalog', { version: NEXT, contract: '^1.3.0' })])).rejects.toThrow(
      `Remote 'catalog' ${NEXT} needs contract ^1.3.0; the limited shell 2.2.63-1.2.0 provides 1.2.0.`,
    );
  });
});

test('a shell is rejected if a limited release of a remote is incompatible with it', async () => {
  await goLive(target, [host('2.0.0'), remote('catalog', { contract: '^1.0.0 || ^2.0.0' })]);
  await goLive(target, [remote('catalog', { version: '1.1.0-bbbbbbbb', contract: '^2.0.0' })], {
    to: { percent: 10 },
  });
  await expect(goLive(target, [host('1.9.0')])).rejects.toThrow(
    "Remote 'catalog' 1.1.0-bbbbbbbb needs contract ^2.0.0; the live shell provides 1.9.0.",
  );
});

test('the previous releases are listed, newest first, and one that a shell of the last day needs stays', async () => {
  await goLive(target, [host('1.2.0'), remote('catalog', { version: '1.0.0-old' })]);
  await goLive(target, [host('2.0.0'), remote('catalog', { version: '2.0.0-a', contract: '^2.0.0' })]);
  for (const version of ['2.0.0-b', '2.0.0-c', '2.0.0-d', '2.0.0-e']) {
    await goLive(target, [remote('catalog', { version, contract: '^2.0.0' })]);
  }
  const { snapshot } = await readLive(target);
  expect(snapshot.kept.catalog?.map(({ version }) => version)).toEqual(['2.0.0-d', '2.0.0-c', '2.0.0-b', '1.0.0-old']);
});
