// Runs the tests of a remote: its sources and the contracts in jsdom, with styles as their class names.
const fs = require('node:fs');
const path = require('node:path');

const testing = path.join(path.dirname(require.resolve('shared-contracts/package.json')), 'src/testing');
/** The setup is JavaScript where the contracts come as a compiled package. */
const [setup = ''] = fs.readdirSync(testing).filter((file) => /^setup-web\.[jt]s$/.test(file));
const asset = path.join(testing, 'empty-asset.cjs');

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: require.resolve('jest-environment-jsdom'),
  testMatch: ['**/*.test.ts?(x)'],
  transform: {
    '^.+\\.(t|j|mj)sx?$': [
      require.resolve('@swc/jest'),
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true, dynamicImport: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs', ignoreDynamic: true },
      },
    ],
  },
  // These packages are ES modules.
  transformIgnorePatterns: ['/node_modules/(?!.*(shared-contracts|icu-minify|@formatjs/icu-[\\w-]+)/)'],
  moduleNameMapper: {
    '\\.module\\.css$': require.resolve('identity-obj-proxy'),
    '\\?file$': asset,
    '\\.(css|svg)$': asset,
  },
  setupFilesAfterEnv: [path.join(testing, setup)],
};
