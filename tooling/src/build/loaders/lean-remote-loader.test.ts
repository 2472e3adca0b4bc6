import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../apps';
import leanRemote from './lean-remote-loader.cjs';

const folder = path.join(root, 'node_modules/@module-federation/webpack-bundler-runtime/dist');

async function codeOf(name: string): Promise<string> {
  const resourcePath = path.join(folder, name);
  return leanRemote.call({ resourcePath }, await readFile(resourcePath, 'utf8'));
}

/** What a remote's entry has of the package: its lean files, and the others as they are. */
async function moduleOf(name: string): Promise<Record<string, unknown>> {
  const code = ts.transpile(await codeOf(name), { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 });
  const required = new Map<string, Record<string, unknown>>();
  for (const [, file = ''] of code.matchAll(/require\("\.\/([\w-]+\.js)"\)/g)) required.set(file, await moduleOf(file));
  const exports: Record<string, unknown> = {};
  new Function('require', 'exports', code)((file: string) => required.get(file.replace('./', '')), exports);
  return exports;
}

type Factory = () => unknown;
type Request = () => Promise<Factory | false>;

/** An entry of a remote that takes one module from the page. */
async function entryWith(request: Request) {
  const { consumes } = (await moduleOf('consumes.js')) as { consumes: (options: object) => void };
  const asked: unknown[] = [];
  const loadShare = (...of: unknown[]) => {
    asked.push(of);
    return request();
  };
  const webpackRequire = {
    S: {} as object,
    m: {} as Record<string, (module: { exports?: unknown }) => void>,
    c: {} as Record<string, unknown>,
    federation: { instance: { loadShare, shareScopeMap: { default: {} } } },
    consumesLoadingData: {
      moduleIdToConsumeDataMapping: {
        12: {
          fallback: () => () => 'its own copy',
          shareScope: ['default'],
          singleton: false,
          requiredVersion: '^1.2.0',
          strictVersion: true,
          shareKey: 'shared-contracts/ui',
        },
      },
    },
  };
  const installedModules = {};
  const moduleToHandlerMapping = {};
  return {
    asked,
    webpackRequire,
    async open(chunkId = 'menu') {
      const promises: unknown[] = [];
      const chunkMapping = { menu: [12] };
      consumes({ chunkId, promises, installedModules, webpackRequire, chunkMapping, moduleToHandlerMapping });
      await Promise.all(promises);
    },
    run() {
      const module: { exports?: unknown } = {};
      webpackRequire.m[12]?.(module);
      return module.exports;
    },
  };
}

test.each(leanRemote.files)('%s of the installed package is that which its lean code was written for', async (name) => {
  const source = await readFile(path.join(folder, name), 'utf8');
  expect(await codeOf(name)).not.toBe(source);
});

test.each(leanRemote.files)('%s exports the names that others import of it', async (name) => {
  const source = await readFile(path.join(folder, name), 'utf8');
  const [, list = ''] = /export \{([^}]*)\};/.exec(source) ?? [];
  const lean = await codeOf(name);
  for (const [, local = '', named] of list.matchAll(/(\w+)(?: as (\w+))?/g))
    expect(lean).toMatch(named === 'default' ? /export default/ : new RegExp(`export .*\\b${local}\\b`));
});

test('a file that is written in another way stays as it is, as does any other', () => {
  const another = 'export const consumes = () => {};';
  expect(leanRemote.call({ resourcePath: path.join(folder, 'consumes.js') }, another)).toBe(another);
  expect(leanRemote.call({ resourcePath: path.join(folder, 'init.js') }, another)).toBe(another);
});

describe('a module that a remote takes', () => {
  test('is the page’s, by its name and its range', async () => {
    const entry = await entryWith(async () => () => 'of the page');
    await entry.open();
    expect(entry.run()).toBe('of the page');
    expect(entry.asked).toEqual([
      [
        'shared-contracts/ui',
        {
          customShareInfo: {
            scope: ['default'],
            shareConfig: { requiredVersion: '^1.2.0', strictVersion: true, singleton: false, eager: false },
          },
        },
      ],
    ]);
    expect(entry.webpackRequire.S).toBe(entry.webpackRequire.federation.instance.shareScopeMap);
  });

  test('is its own copy where the page has none that fits', async () => {
    const entry = await entryWith(async () => false);
    await entry.open();
    expect(entry.run()).toBe('its own copy');
  });

  test('is requested once, and not for a chunk without it', async () => {
    const entry = await entryWith(async () => () => 'of the page');
    await entry.open('venues');
    expect(entry.asked).toHaveLength(0);
    await Promise.all([entry.open(), entry.open()]);
    await entry.open();
    expect(entry.asked).toHaveLength(1);
  });

  test('and fails throws where it is used, and is requested again', async () => {
    let isLost = true;
    const entry = await entryWith(async () => {
      if (isLost) throw new Error('Lost.');
      return () => 'of the page';
    });
    await entry.open();
    expect(() => entry.run()).toThrow('Lost.');
    isLost = false;
    await entry.open();
    expect(entry.run()).toBe('of the page');
  });
});

test('the page’s scope is that of the remote before it gets a module, and is opened once', async () => {
  const { initContainerEntry } = (await moduleOf('initContainerEntry.js')) as {
    initContainerEntry: (options: object) => Promise<boolean>;
  };
  const { initializeSharing } = (await moduleOf('initializeSharing.js')) as {
    initializeSharing: (options: object) => Promise<boolean>;
  };
  const { attachShareScopeMap } = await moduleOf('attachShareScopeMap.js');
  const calls: unknown[][] = [];
  const note =
    (what: string) =>
    (...of: unknown[]) => {
      calls.push([what, ...of]);
      return [];
    };
  const shareScopeMap = { default: {} };
  const instance = {
    name: 'catalog',
    options: { shareStrategy: 'loaded-first' },
    shareScopeMap,
    initOptions: note('initOptions'),
    initShareScopeMap: note('initShareScopeMap'),
    initializeSharing: note('initializeSharing'),
  };
  const initPromises = {};
  const initTokens = {};
  const webpackRequire = {
    S: {},
    federation: { instance, initOptions: { name: 'catalog' }, attachShareScopeMap },
    I: (shareScopeName: string, initScope: unknown[]) =>
      initializeSharing({ shareScopeName, webpackRequire, initPromises, initTokens, initScope }),
  };
  const remoteEntryInitOptions = { version: '', shareScopeKeys: 'default', shareScopeMap };
  const scope = shareScopeMap.default;
  const init = () =>
    initContainerEntry({
      webpackRequire,
      shareScope: scope,
      initScope: [],
      shareScopeKey: 'default',
      remoteEntryInitOptions,
    });
  expect(await init()).toBe(true);
  expect(calls).toEqual([
    ['initOptions', { name: 'catalog', remotes: [], ...remoteEntryInitOptions }],
    ['initShareScopeMap', 'default', scope, { hostShareScopeMap: shareScopeMap }],
    ['initializeSharing', 'default', { strategy: 'loaded-first', initScope: [{ from: 'catalog' }], from: 'build' }],
  ]);
  expect(webpackRequire.S).toBe(shareScopeMap);
  await init();
  expect(calls.filter(([what]) => what === 'initializeSharing')).toHaveLength(1);
});
