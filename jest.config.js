// Three worlds in one run: browser code in jsdom, server code in Node, tools as the modules that Node runs.
const remotePreset = require('releases/jest-preset');

/** @param {'commonjs' | 'es6'} type the kind of modules that the tests run as */
const swc = (type) => ({
  '^.+\\.(t|j|mj)sx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', dynamicImport: true },
      },
      module: { type },
    },
  ],
});

/** @type {import('jest').Config} */
module.exports = {
  // A busy machine is no failure; a test that hangs is reported all the same.
  testTimeout: 60_000,
  // Jest leaves one core to its own process, which does nothing but wait: of two cores that is half.
  maxWorkers: '100%',
  // Node collects garbage late, and a new worker has to load the database's engine and all code again.
  workerIdleMemoryLimit: '1.2GB',
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
      // A dynamic import becomes a require. Node 20 never frees a module that Jest imports, and with it the worker keeps all that the test file
      // has loaded. These packages are ES modules.
      transformIgnorePatterns: [
        '/node_modules/(?!.*(shared-contracts|icu-minify|jose|openid-client|oauth4webapi|@formatjs/icu-[\\w-]+|@noble/\\w+)/)',
      ],
      transform: swc('commonjs'),
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
      transform: swc('es6'),
    },
  ],
};
