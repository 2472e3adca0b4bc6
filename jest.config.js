// Three worlds in one run: browser code in jsdom, server code in Node, tools as the modules that Node runs.
/**
 * @param {boolean} jsx
 * @param {{type: 'commonjs' | 'es6', ignoreDynamic?: boolean}} [module]
 */
const swc = (jsx, module = { type: 'commonjs', ignoreDynamic: true }) => ({
  '^.+\\.(t|j|mj)sx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: jsx, dynamicImport: true },
        transform: { react: { runtime: 'automatic' } },
      },
      module,
    },
  ],
});

/** @type {import('jest').Config} */
module.exports = {
  projects: [
    {
      displayName: 'web',
      testEnvironment: 'jsdom',
      roots: ['<rootDir>/shared-contracts/src', '<rootDir>/host/src', '<rootDir>/remotes'],
      testMatch: ['**/*.test.ts?(x)'],
      transform: swc(true),
      moduleNameMapper: {
        '\\.module\\.css$': 'identity-obj-proxy',
        '\\?file$': '<rootDir>/shared-contracts/src/testing/empty-asset.cjs',
        '\\.(css|svg)$': '<rootDir>/shared-contracts/src/testing/empty-asset.cjs',
      },
      setupFilesAfterEnv: ['<rootDir>/shared-contracts/src/testing/setup-web.ts'],
    },
    {
      displayName: 'node',
      testEnvironment: '<rootDir>/api/src/testing/database-environment.ts',
      roots: ['<rootDir>/api/src', '<rootDir>/pay-sandbox/src', '<rootDir>/registry/src'],
      testMatch: ['**/*.test.ts'],
      transform: swc(false),
    },
    {
      displayName: 'tooling',
      testEnvironment: 'node',
      roots: ['<rootDir>/tooling/src', '<rootDir>/testing', '<rootDir>/scripts'],
      testMatch: ['**/*.test.ts', '**/*.test.mjs'],
      extensionsToTreatAsEsm: ['.ts'],
      transform: swc(false, { type: 'es6' }),
    },
  ],
};
