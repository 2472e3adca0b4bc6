/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { type ContainerData, createContainer, type Exports, type Factory } from './container';

const BASE = 'https://hall.example/parts/card/1.0.0-a/';
const NAME = 'foodhall/card';
const DATA: ContainerData = {
  name: NAME,
  definition: 'remote.1.js',
  needs: {
    'remote.1.js': ['remote.1.js'],
    'screen.1.js': ['common.1.js', 'screen.1.css', 'screen.1.js'],
  },
  shared: ['shared-contracts/client'],
  timeout: 10_000,
};
const client = { api: () => 'the API of the shell' };
const SCOPE = {
  'shared-contracts/client': {
    '1.5.0': { from: 'foodhall/queues', lib: () => ({ api: () => 'a copy of another remote' }) },
    '1.4.0': { from: 'foodhall/host', lib: () => client },
  },
};

/** The code of the files, as the build writes it. */
let code: Record<string, Factory>;
/** How the request for a file ends: it fails, it gets no response, or an empty one. */
let faults: Record<string, 'lost' | 'hangs' | 'is empty'>;
/** The addresses that were requested, with their integrity. */
let requested: [address: string, integrity: string][];

const factories = () => Reflect.get(globalThis, NAME) as Map<string, Factory>;
const fileOf = (address: string) => address.replace(/.*\//, '').replace(/\?.*/, '');

/** Delivers the file of an element that was added to the page. */
function deliver(tag: HTMLScriptElement | HTMLLinkElement): void {
  const address = tag instanceof HTMLScriptElement ? tag.src : tag.href;
  requested.push([address.replace(BASE, ''), tag.integrity]);
  const file = fileOf(address);
  if (faults[file] === 'hangs') return;
  queueMicrotask(() => {
    if (faults[file] === 'lost') return tag.dispatchEvent(new Event('error'));
    const factory = code[file];
    if (factory && faults[file] !== 'is empty') factories().set(file, factory);
    return tag.dispatchEvent(new Event('load'));
  });
}

function start() {
  const entry = Object.assign(document.createElement('script'), { src: `${BASE}remoteEntry.1.js` });
  Object.defineProperty(document, 'currentScript', { value: entry, configurable: true });
  const container = createContainer(DATA);
  container.init(SCOPE);
  return container;
}

type Definition = { default: { screens: { card: () => Promise<Exports> } } };

async function definitionOf(container: ReturnType<typeof start>) {
  const factory = await container.get('./remote');
  return (factory() as Definition).default;
}

beforeEach(() => {
  requested = [];
  faults = {};
  code = {
    'remote.1.js': (exports, load) => {
      exports.default = { screens: { card: () => Promise.resolve().then(() => load('./screen.1.js')) } };
    },
    'common.1.js': (exports) => {
      exports.title = 'Stamps';
    },
    'screen.1.js': (exports, load, taken, address) => {
      const { title } = load('./common.1.js') as Exports;
      const api = taken('shared-contracts/client', 'api') as () => string;
      exports.mount = () => [title, api(), address('stamp.1.svg')];
    },
  };
  let requests = 0;
  Object.assign(globalThis, {
    foodhallAsset: (url: string) => {
      requests += 1;
      return { url: requests > 4 ? `${url}?retry=1` : url, integrity: `sha256-${fileOf(url)}` };
    },
  });
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) deliver(node as HTMLScriptElement);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, NAME);
});

test('a screen gets its files, each requested once with its hash, and the modules of the shell', async () => {
  const { screens } = await definitionOf(start());
  const { mount } = await screens.card();
  expect(await screens.card()).toEqual({ mount });
  expect((mount as () => unknown)()).toEqual(['Stamps', 'the API of the shell', `${BASE}stamp.1.svg`]);
  expect(requested).toEqual(
    ['remote.1.js', 'common.1.js', 'screen.1.css', 'screen.1.js'].map((file) => [file, `sha256-${file}`]),
  );
});

test.each([
  ['a script', 'screen.1.js', 'lost', { name: 'ChunkLoadError', request: `${BASE}screen.1.js` }],
  ['a script that adds no code', 'screen.1.js', 'is empty', { name: 'ChunkLoadError', request: `${BASE}screen.1.js` }],
  ['a style', 'screen.1.css', 'lost', { code: 'CSS_CHUNK_LOAD_FAILED', request: `${BASE}screen.1.css` }],
] as const)(
  '%s that is lost is named as webpack names it, and is requested again',
  async (_what, file, fault, error) => {
    const { screens } = await definitionOf(start());
    faults[file] = fault;
    await expect(screens.card()).rejects.toMatchObject(error);
    faults = {};
    expect(Object.keys(await screens.card())).toEqual(['mount']);
    expect(requested.map(([address]) => address).filter((address) => address.startsWith(file))).toEqual([
      file,
      `${file}?retry=1`,
    ]);
  },
);

test('a file that does not respond is lost after its time, or when the shell fails it', async () => {
  const { screens } = await definitionOf(start());
  faults['screen.1.js'] = 'hangs';
  jest.useFakeTimers();
  const late = expect(screens.card()).rejects.toMatchObject({ name: 'ChunkLoadError' });
  await jest.advanceTimersByTimeAsync(10_000);
  await late;
  const failed = expect(screens.card()).rejects.toMatchObject({ name: 'ChunkLoadError' });
  await jest.advanceTimersByTimeAsync(0);
  const tags = jest.mocked(document.head.append).mock.calls.flat() as HTMLScriptElement[];
  tags.at(-1)?.dispatchEvent(new Event('error'));
  await failed;
});

test('a file that throws runs again at the next attempt, without a request', async () => {
  const { screens } = await definitionOf(start());
  let isBroken = true;
  const { 'screen.1.js': whole } = code;
  code['screen.1.js'] = (...given) => {
    if (isBroken) throw new Error('It throws at load.');
    whole?.(...given);
  };
  await expect(screens.card()).rejects.toThrow('It throws at load.');
  const requests = requested.length;
  isBroken = false;
  expect(Object.keys(await screens.card())).toEqual(['mount']);
  expect(requested).toHaveLength(requests);
});

test('a shell that does not provide a module is named by it, before a file is requested', async () => {
  const container = start();
  container.init({});
  await expect(container.get('./remote')).rejects.toThrow("Can not get 'shared-contracts/client'");
  expect(requested).toEqual([]);
});

test('nothing but the definition is exposed', async () => {
  await expect(start().get('./secrets')).rejects.toThrow('Module "./secrets" does not exist in container.');
});
