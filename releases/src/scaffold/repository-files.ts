/** The other files of a remote in a repository of its own: packages, types, a workflow and a guide. */
import type { Framework } from './frameworks';
import { json, titleOf } from './remote-files';

/** Facts that npm run pack writes beside the program. */
export interface Packages {
  /** The version of the contracts that it is made with. */
  contract: string;
  /** The Node version of the workflow. */
  node: string;
  /** The limit in bytes of each measure. */
  budget: Readonly<Record<string, number>>;
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
}

/** The rules of the linter, and the data of the page without a site. Both are for remotes with the shell's React. */
const developmentFiles: Readonly<Record<string, string>> = {
  'biome.json': `{
  "extends": ["foodhall-remote-kit/biome.json"],
  "files": { "includes": ["src/**"] }
}
`,
  'src/testing/mock.ts': `import { CUSTOMER, fakeApi, TEST_SITE } from 'shared-contracts/testing';

/** The data of the page without a site: a response for each call. */
export const api = fakeApi().on('GET /venues', { data: [{ id: 1, name: 'Granary Square Market' }] });
export const site = TEST_SITE;
export const state = { session: CUSTOMER };
`,
};

/** The packages that a remote takes whatever its framework is. */
const OURS = ['shared-contracts', 'foodhall-remote-kit'];
const FOR_NODE = [
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@types/jest',
  '@types/node',
];

const only = (packages: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(packages).filter(([name]) => names.includes(name)));

/** The packages of a remote with another framework than the shell's React. */
function packagesWith(framework: Framework, { dependencies, devDependencies }: Packages) {
  const tools = framework.hasVite ? ['@types/node'] : FOR_NODE;
  const sorted = (packages: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    dependencies: sorted({ ...only(dependencies, OURS), ...framework.dependencies }),
    devDependencies: sorted({ ...only(devDependencies, [...OURS, ...tools]), ...framework.devDependencies }),
  };
}

/**
 * Returns the files by path in the repository.
 * @param framework undefined for the shell's own React
 */
export function repositoryFiles(name: string, packages: Packages, framework?: Framework): Record<string, string> {
  const { node, budget } = packages;
  const { dependencies, devDependencies } = framework ? packagesWith(framework, packages) : packages;
  const script = (command: string) =>
    command === 'test' && framework?.hasVite ? 'vitest run' : `foodhall-remote ${command}`;
  const commands = ['dev', 'check', 'test', 'build', 'release', 'rollback', 'promote', 'status'];
  return {
    'package.json': json({
      name,
      version: '1.0.0',
      private: true,
      scripts: {
        ...Object.fromEntries(commands.map((command) => [command, script(command)])),
        ...(!framework && { lint: 'biome check --write' }),
      },
      dependencies,
      devDependencies,
      ...(!framework?.hasVite && { jest: { preset: 'foodhall-remote-kit' } }),
      ...framework?.manifest,
    }),
    'tsconfig.json': json({
      extends: 'foodhall-remote-kit/tsconfig.json',
      // The types of Jest are not installed beside Vitest.
      ...(framework?.hasVite && { compilerOptions: { types: ['node', 'foodhall-remote-kit/assets'] } }),
      include: ['src'],
    }),
    ...(!framework && developmentFiles),
    'budgets.json': json({ [name]: framework?.budget ?? budget }),
    '.gitignore': ['node_modules/', 'dist/', '.cache/', '.keys/', '*.pem', 'coverage/', ''].join('\n'),
    '.nvmrc': `${node}\n`,
    '.github/workflows/release.yml': `# Every change is checked, tested and built. What is merged goes to the channel beta; all visitors get it by hand.
name: release

on:
  push:
    branches: [main]
  pull_request:

permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version-file: .nvmrc
          cache: npm
      - run: npm ci
      - run: npm run check
      - run: npm test
      - run: npm run build

  release:
    if: github.ref == 'refs/heads/main' && vars.FOODHALL_TARGET != ''
    needs: check
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read
      # The site knows this workflow by the identity of its run: no secret is stored.
      id-token: write
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version-file: .nvmrc
          cache: npm
      - run: npm ci
      - run: npm run release -- --to beta
        env:
          FOODHALL_TARGET: \${{ vars.FOODHALL_TARGET }}
          # Only for a site that does not trust this workflow, or has no release service.
          RELEASE_TOKEN: \${{ secrets.RELEASE_TOKEN }}
          REGISTRY_KEY: \${{ secrets.REGISTRY_KEY }}
`,
    'README.md': `# ${titleOf(name)}

A remote of Foodhall${framework ? ` with ${framework.title}` : ''}: a screen at \`/${name}\`${framework?.hasVite ? '' : ' and a slot that works in the background once someone is signed in'}. \`remote.json\` has
its routes, slots and the contract that it asks a shell for; \`src/remote.ts\` has its screens and slots; \`budgets.json\` has the bytes that
it may have.

\`\`\`
npm run check                        # types and remote.json
npm test
npm run lint                         # formats the sources, and names mistakes
npm run build                        # dist/${name}/<version>
npm run release -- --to beta         # open any page of the site with ?channel=beta, and confirm
npm run release                      # for all visitors
npm run rollback                     # the version before
npm run promote -- --from https://staging.hall.example    # the very build that another site has
npm run status                       # what is live
npm run dev -- --shell https://hall.example
npm run dev -- --mock                # without a site, with the data of src/testing/mock.ts
\`\`\`

\`FOODHALL_TARGET\` names the site, and \`RELEASE_TOKEN\` is the token that its operator gave the team. Without a release service the
site takes releases by the key that its shell trusts: \`REGISTRY_KEY_FILE\`. Options of a command:
\`npx foodhall-remote release --help\`.
`,
  };
}
