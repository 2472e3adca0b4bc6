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
  // The build writes it.
  const packages = { react: '19.3.1', 'react-dom': '19.3.1' };
  Object.assign(globalThis, { PROVIDED: { contract: '1.3.0', packages, events: [], slots: [] } });
  const { provideModules } = await import('./provide');
  provideModules();
  const found = getInstance();
  if (!found) throw new Error('Nothing is provided.');
  shell = found;
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

async function taken(remote: ModuleFederation, name: string, requiredVersion: string): Promise<unknown> {
  const shareConfig = { requiredVersion, singleton: false, eager: false, strictVersion: false };
  const factory = await remote.loadShare(name, { customShareInfo: { scope: ['default'], shareConfig } });
  return factory ? factory() : undefined;
}

test('a remote takes the modules that the shell runs', async () => {
  provideSite(TEST_SITE);
  expect(await taken(shell, 'shared-contracts/site', '^1.2.0')).toMatchObject({ site });
  expect(await taken(shell, 'shared-contracts/ui', '^1.2.0')).toMatchObject({ Button: ui.Button, Modal: ui.Modal });
});

test('a remote takes the shell’s rules where they fit, although its own copy is newer', async () => {
  expect(await taken(remoteWithCopy(), TOTALS, '^1.3.0')).toMatchObject({ lineTotal: totals.lineTotal });
});

test('a remote that needs newer rules has its own copy', async () => {
  expect(await taken(remoteWithCopy(), TOTALS, '^1.3.1')).toBe(COPY);
});

test('remotes of each release find what their entries take of the runtime', () => {
  const { _FEDERATION_RUNTIME_CORE: core } = globalThis as { _FEDERATION_RUNTIME_CORE?: Record<string, unknown> };
  // What the plugin's packages import of it, in the version that every release was built with so far.
  const taken = [
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
  for (const name of taken) expect(core).toHaveProperty(name, expect.anything());
});
