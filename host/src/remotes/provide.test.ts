/** Remotes get the shared modules from the real federation runtime. */
import { createInstance, getInstance, type ModuleFederation } from '@module-federation/runtime';
import * as totals from 'shared-contracts/rules/totals';
import { provideSite, site } from 'shared-contracts/site';
import { TEST_SITE } from 'shared-contracts/testing';
import * as ui from 'shared-contracts/ui';

const TOTALS = 'shared-contracts/rules/totals';
const COPY = { lineTotal: () => 0 };

let shell: ModuleFederation;
beforeAll(async () => {
  // The build writes this object into the page.
  const packages = { react: '19.3.1', 'react-dom': '19.3.1' };
  Object.assign(globalThis, { PROVIDED: { contract: '1.3.0', packages, events: [], slots: [] } });
  const { provideModules } = await import('./provide');
  provideModules();
  const instance = getInstance();
  if (!instance) throw new Error('Nothing is provided.');
  shell = instance;
});

/** A remote that brings a copy of the rules which is newer than the shell's. */
function remoteWithCopy(): ModuleFederation {
  const remote = createInstance({
    name: 'test-remote',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: { [TOTALS]: { version: '1.3.1', get: async () => () => COPY } },
  });
  const shared = shell.shareScopeMap.default;
  if (shared) remote.initShareScopeMap('default', shared);
  return remote;
}

async function loadShared(remote: ModuleFederation, name: string, requiredVersion: string): Promise<unknown> {
  const shareConfig = { requiredVersion, singleton: false, eager: false, strictVersion: false };
  const factory = await remote.loadShare(name, { customShareInfo: { scope: ['default'], shareConfig } });
  return factory ? factory() : undefined;
}

test("a remote gets the shell's own modules", async () => {
  provideSite(TEST_SITE);
  expect(await loadShared(shell, 'shared-contracts/site', '^1.2.0')).toMatchObject({ site });
  expect(await loadShared(shell, 'shared-contracts/ui', '^1.2.0')).toMatchObject({
    Button: ui.Button,
    Modal: ui.Modal,
  });
});

test("a remote gets the shell's rules if they are compatible, although its own copy is newer", async () => {
  expect(await loadShared(remoteWithCopy(), TOTALS, '^1.3.0')).toMatchObject({ lineTotal: totals.lineTotal });
});

test('a remote that needs newer rules uses its own copy', async () => {
  expect(await loadShared(remoteWithCopy(), TOTALS, '^1.3.1')).toBe(COPY);
});

test('the runtime still has every name that the entries of earlier releases import', () => {
  const { _FEDERATION_RUNTIME_CORE: core } = globalThis as { _FEDERATION_RUNTIME_CORE?: Record<string, unknown> };
  // The plugin's packages import these names from the runtime, in the version that built every release so far.
  const imported = [
    'ModuleFederation',
    'setGlobalFederationConstructor',
    'helpers',
    'assert',
    'CurrentGlobal',
    'getGlobalFederationConstructor',
    'getRemoteEntry',
    'getRemoteInfo',
    'loadScript',
    'loadScriptNode',
    'Module',
    'registerGlobalPlugins',
    'satisfy',
    'setGlobalFederationInstance',
  ];
  for (const name of imported) expect(core).toHaveProperty(name, expect.anything());
});
