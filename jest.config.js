// Three worlds in one run: browser code in jsdom, server code in Node, tools as the modules that Node runs.
const remotePreset = require('releases/jest-preset');

/** @param {{type: 'commonjs' | 'es6', ignoreDynamic?: boolean}} [module] */
const swc = (module = { type: 'commonjs', ignoreDynamic: true }) => ({
  '^.+\\.(t|j|mj)sx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', dynamicImport: true },
      },
      module,
    },
  ],
});

/** @type {import('jest').Config} */
module.exports = {
  // A busy machine is no failure; a test that hangs is reported all the same.
  testTimeout: 30_000,
  // Jest leaves one core to its own process, which does nothing but wait: of two cores that is half.
  maxWorkers: '100%',
  // What a test file leaves behind in its worker is never freed, and one process for all of them runs out of memory.
  workerIdleMemoryLimit: '900MB',
  projects: [
    {
      ...remotePreset,
      displayName: 'web',
      roots: ['<rootDir>/shared-contracts/src', '<rootDir>/host/src', '<rootDir>/remotes'],
    },
    {
      displayName: 'node',
      testEnvironment: '<rootDir>/core/src/testing/database-environment.ts',
      roots: [
        ...['<rootDir>/core/src', '<rootDir>/api/src', '<rootDir>/pay-sandbox/src', '<rootDir>/settings/src'],
        '<rootDir>/print-stand-ins/src',
        ...['model', 'store', 'fits', 'testing', 'live', 'reports', 'service', 'overrides', 'desk', 'words'].map(
          (room) => `<rootDir>/releases/src/${room}`,
        ),
      ],
      testMatch: ['**/*.test.ts'],
      transformIgnorePatterns: remotePreset.transformIgnorePatterns,
      transform: swc(),
    },
    {
      displayName: 'tools',
      testEnvironment: 'node',
      roots: [
        ...['<rootDir>/cli/src', '<rootDir>/testing', '<rootDir>/scripts'],
        ...['build', 'commands', 'dev', 'kit', 'pack', 'scaffold'].map((room) => `<rootDir>/releases/src/${room}`),
      ],
      testMatch: ['**/*.test.ts', '**/*.test.mjs'],
      extensionsToTreatAsEsm: ['.ts'],
      transform: swc({ type: 'es6' }),
    },
  ],
};
