// The house rules of who may import whom. Each message says what to do instead. `npm run check` plants a forbidden
// import for every rule and requires it to be caught (scripts/check/boundaries.ts).
const remote = '^remotes/([^/]+)/';

/**
 * The wings of api/src from the ground up, each with what it may import besides itself. `deps` is deps.ts. All stand on core/, and have their texts
 * from words.ts.
 */
const API_WINGS = {
  messages: [],
  deps: ['messages'],
  people: ['messages', 'deps'],
  menu: ['messages', 'deps', 'people'],
  ordering: ['messages', 'deps', 'people', 'menu'],
  printing: ['messages', 'deps', 'people', 'menu', 'ordering'],
  payments: ['messages', 'deps', 'people', 'menu', 'ordering', 'printing'],
  site: ['deps'],
  operations: ['messages', 'deps', 'people', 'menu', 'ordering', 'printing', 'payments'],
};

const apiWings = Object.entries(API_WINGS).map(([wing, below]) => ({
  name: `api-${wing}-imports-what-is-below`,
  comment: `In api/src, ${wing} imports ${below.join(', ') || 'nothing'} besides itself. Move what both need down, or have app.ts pass it in.`,
  severity: /** @type {const} */ ('error'),
  // Tests and what they share play the whole API.
  from: { path: `^api/src/${wing}[./]`, pathNot: '[.]test(ing)?[.]ts$|/testing/' },
  to: { path: '^api/src/', pathNot: `^api/src/(${[wing, ...below, 'words'].join('|')})[./]` },
}));

/** The rooms of releases/ that read and write a registry, with their test kit. */
const REGISTRY = '^releases/src/(model|store|fits|testing)/';

/** The rooms of releases/ that are routes of a server. */
const SERVICE = '^releases/src/((live|reports|service|overrides|desk)/|(deps|plugin)[.]ts$)';

/** What builds, checks, starts or tries the product. */
const TOOLS = '^(testing|scripts|cli)/|^releases/src/(build|commands|dev|kit|pack|scaffold)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Move what both files need into a third one.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-folder-cycles',
      comment:
        'Of two folders only one may use the other, types included. Move what both need into a third, or into the one that is used.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'remote-imports-no-remote',
      comment:
        'Remotes meet by a typed event, a slot, or a URL: see shared-contracts/events and shared-contracts/remote.',
      severity: 'error',
      from: { path: remote },
      to: { path: '^remotes/', pathNot: '^remotes/$1/' },
    },
    {
      name: 'remote-imports-no-host',
      comment: 'The shell promises a remote nothing but shared-contracts. Put the promise there, or use an event.',
      severity: 'error',
      from: { path: '^remotes/' },
      to: { path: '^host/' },
    },
    {
      name: 'host-imports-no-remote',
      comment: 'The shell learns of remotes from the registry, at run time. Declare the route or slot in remote.json.',
      severity: 'error',
      from: { path: '^host/' },
      to: { path: '^remotes/' },
    },
    {
      name: 'contracts-are-a-leaf',
      comment: 'shared-contracts depends on no other folder. Move the code there, or pass it as an argument.',
      severity: 'error',
      from: { path: '^shared-contracts/' },
      to: { path: '^(host|remotes|core|api|releases|settings|pay-sandbox|testing|scripts|cli)/' },
    },
    {
      name: 'settings-are-a-leaf',
      comment: 'The table of settings depends on no other folder: programs read it, and it knows none of them.',
      severity: 'error',
      from: { path: '^settings/' },
      to: { path: '^(host|remotes|core|api|releases|shared-contracts|pay-sandbox|testing|scripts|cli)/' },
    },
    {
      name: 'settings-by-package-name',
      comment: 'Import settings/<subpath>: a relative path makes a second copy of what must be one.',
      severity: 'error',
      from: { pathNot: '^settings/' },
      to: { path: '^settings/src/', dependencyTypes: ['local'] },
    },
    {
      name: 'releases-import-no-hall',
      comment: 'The release platform knows no food hall: it reads an app from its folder, its build or over HTTP.',
      severity: 'error',
      from: { path: '^releases/' },
      to: { path: '^(host|remotes|api|pay-sandbox|testing|scripts|cli)/', pathNot: '^api/src/testing/' },
    },
    {
      name: 'registry-is-a-leaf',
      comment:
        'The model, the store and the fits depend on settings and on the types of shared-contracts/remote alone. Move the code there, or pass it as an argument.',
      severity: 'error',
      from: { path: REGISTRY },
      to: { path: '^(shared-contracts|core|releases/src)/', pathNot: `^shared-contracts/src/remote/|${REGISTRY}` },
    },
    {
      name: 'registry-takes-types-of-contracts',
      comment:
        'The model, the store and the fits take types alone from shared-contracts/remote: no code of the contracts runs in a release.',
      severity: 'error',
      from: { path: REGISTRY },
      to: { path: '^shared-contracts/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'releases-by-package-name',
      comment: 'Import releases/<subpath>: a relative path makes a second copy of what must be one.',
      severity: 'error',
      from: { pathNot: '^releases/' },
      to: { path: '^releases/src/', dependencyTypes: ['local'], dependencyTypesNot: ['aliased-workspace'] },
    },
    {
      name: 'remote-imports-no-releases',
      comment: 'The shell chooses releases. A remote knows of no other release than the one it runs in.',
      severity: 'error',
      from: { path: '^remotes/' },
      to: { path: '^releases/' },
    },
    {
      name: 'browser-takes-the-model-of-releases',
      comment: 'A browser runs releases/model alone: the other rooms need Node.',
      severity: 'error',
      from: { path: '^(host|releases/src/model)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^releases/src/(?!model/)' },
    },
    {
      name: 'browser-takes-registry-types',
      comment: 'Import types from releases/model/schemas, also in the rules that the shell shares: it brings zod.',
      severity: 'error',
      from: { path: '^(host|releases/src/model)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^releases/src/model/schemas\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'contracts-by-package-name',
      comment: 'Import shared-contracts/<subpath>: a relative path makes a second copy of what must be one.',
      severity: 'error',
      from: { pathNot: '^shared-contracts/' },
      to: { path: '^shared-contracts/src/', dependencyTypes: ['local'] },
    },
    {
      name: 'browser-imports-no-server',
      comment: 'The browser talks to the API over HTTP, through shared-contracts/client.',
      severity: 'error',
      from: { path: '^(host|remotes)/' },
      to: { path: '^(core|api|pay-sandbox|settings)/' },
    },
    {
      name: 'api-imports-no-browser',
      comment: 'The API shares schemas and rules with the browser, nothing else.',
      severity: 'error',
      from: { path: '^(api|core)/src/' },
      to: { path: '^(host|remotes|pay-sandbox)/', pathNot: '^pay-sandbox/src/testing/' },
    },
    ...apiWings,
    {
      name: 'api-registers-the-releases',
      comment:
        'The hall knows nothing of releases. Only app.ts, load-words.ts, serve.ts, site and operations import the release platform.',
      severity: 'error',
      from: { path: '^api/src/', pathNot: '^api/src/((app|load-words|serve)[.]ts$|site/|operations/)|[.]test[.]ts$' },
      to: { path: '^releases/' },
    },
    {
      name: 'service-of-releases-is-on-top',
      comment:
        'A server registers the routes of releases. The registry and the tools of teams do without a server: move what both need into model or store.',
      severity: 'error',
      from: { path: '^(releases|cli|scripts)/|^webpack[.]shared[.]js$', pathNot: SERVICE },
      to: { path: `${SERVICE}|^core/` },
    },
    {
      name: 'core-is-the-ground',
      comment: 'core stands on settings and shared-contracts alone. Have its user pass in what it needs.',
      severity: 'error',
      from: { path: '^core/src/' },
      to: { path: '^(api|releases)/', pathNot: '^api/src/testing/' },
    },
    {
      name: 'core-by-package-name',
      comment: 'Import core/<subpath>: a relative path makes a second copy of what must be one.',
      severity: 'error',
      from: { pathNot: '^core/' },
      to: { path: '^core/src/', dependencyTypes: ['local'] },
    },
    {
      name: 'api-gives-its-test-kit',
      comment:
        'A test outside of api/ imports api/testing/<name>. What needs more is a test of the API, and is in api/src.',
      severity: 'error',
      from: { path: '^(core|releases)/src/' },
      to: { path: '^api/src/', pathNot: '^api/src/testing/' },
    },
    {
      name: 'test-kit-is-for-tests',
      comment: 'api/testing plays the whole API, for tests alone.',
      severity: 'error',
      from: { path: '^(core|releases)/src/', pathNot: '[.]test(ing)?[.]ts$' },
      to: { path: '^api/src/testing/' },
    },
    {
      name: 'sandbox-is-outside',
      comment: 'The sandbox is a stand-in for a provider: it knows nothing of us, and we only know its address.',
      severity: 'error',
      from: { path: '^pay-sandbox/' },
      to: { path: '^(api|core|host|remotes|shared-contracts)/' },
    },
    {
      name: 'stand-ins-are-outside',
      comment: 'The printers for tests know nothing of us, and speak to an address.',
      severity: 'error',
      from: { path: '^print-stand-ins/' },
      to: { path: '^(api|core|host|remotes|shared-contracts|settings|releases|pay-sandbox|testing|scripts|cli)/' },
    },
    {
      name: 'stand-ins-are-for-tests',
      comment: 'Only tests and what they share import the printers that stand in for real ones.',
      severity: 'error',
      from: { pathNot: '^print-stand-ins/|^testing/|[.]test(ing)?[.]ts$' },
      to: { path: '^print-stand-ins/' },
    },
    {
      name: 'product-imports-no-tools',
      comment: 'What visitors and the server run depends on nothing that builds or tries it.',
      severity: 'error',
      // A test of the API may start the PostgreSQL that the journeys run on.
      from: { path: `^(host|remotes|core|api|pay-sandbox)/|${SERVICE}`, pathNot: '^api/src/.*[.]test[.]ts$' },
      to: { path: TOOLS },
    },
    {
      name: 'api-tests-take-postgres-alone',
      comment: 'Of the tools a test of the API imports scripts/site/postgres only.',
      severity: 'error',
      from: { path: '^api/src/.*[.]test[.]ts$' },
      to: { path: TOOLS, pathNot: '^scripts/site/postgres[.]ts$' },
    },
    {
      name: 'scripts-import-no-app',
      comment: 'Scripts read an app from its folder, its build or over HTTP, and start it as a process.',
      severity: 'error',
      from: { path: '^scripts/|^webpack[.]shared[.]js$' },
      to: { path: '^(host|remotes|core|api|pay-sandbox|cli)/' },
    },
    {
      name: 'scripts-import-no-testing',
      comment: 'testing/ tries what scripts/ starts. Move what both need to scripts/.',
      severity: 'error',
      // npm test installs what is missing and hands over to the stages.
      from: { path: '^scripts/|^webpack[.]shared[.]js$', pathNot: '^scripts/test[.]mjs$' },
      to: { path: '^testing/' },
    },
    {
      name: 'scripts-by-package-name',
      comment: 'Import scripts/<subpath>: a relative path makes a second copy of what must be one.',
      severity: 'error',
      from: { path: '^(testing|api|cli)/' },
      to: { path: '^scripts/', dependencyTypes: ['local'] },
    },
    {
      name: 'cli-talks-to-the-site',
      comment:
        'The commands of an operator call the API over HTTP, and start its programs by scripts/site/children. They import settings and shared-contracts.',
      severity: 'error',
      from: { path: '^cli/' },
      to: {
        path: '^(host|remotes|core|api|pay-sandbox|releases|testing|scripts)/',
        pathNot: '^scripts/site/children[.]ts$',
      },
    },
    {
      name: 'axios-in-the-client-only',
      comment: 'Call api() of shared-contracts/client: one instance, with the token and the 401 policy.',
      severity: 'error',
      from: { pathNot: '^shared-contracts/src/client/' },
      to: { path: '^node_modules/axios/' },
    },
    {
      name: 'router-through-the-facade',
      comment: 'Import from shared-contracts/router: sharing the package whole defeats tree shaking.',
      severity: 'error',
      // What a build renders first screens with is in no bundle.
      from: { pathNot: '^(shared-contracts/src/router|releases/src/build/first-screens)\\.ts$' },
      to: { path: '^node_modules/react-router(-dom)?/' },
    },
    {
      name: 'query-through-the-facade',
      comment: 'Import from shared-contracts/query: one client, one way to name a resource.',
      severity: 'error',
      from: { pathNot: '^shared-contracts/src/(query\\.ts$|testing/)' },
      to: { path: '^node_modules/@tanstack/' },
    },
    {
      name: 'store-through-the-contracts',
      comment: 'Shared facts are events: shared-contracts/events. What one screen needs is its own state.',
      severity: 'error',
      from: { pathNot: '^shared-contracts/src/events/' },
      to: { path: '^node_modules/zustand/' },
    },
    {
      name: 'echo-in-the-realtime-folder',
      comment: 'The shell owns the socket and publishes what it hears: subscribe to the event instead.',
      severity: 'error',
      from: { path: '^(host|remotes|shared-contracts)/', pathNot: '^host/src/realtime/' },
      to: { path: '^node_modules/(laravel-echo|pusher-js)/' },
    },
    {
      name: 'no-zod-in-the-browser',
      comment: 'Import types from shared-contracts/types: the schemas are 76 KB that no visitor needs.',
      severity: 'error',
      from: { path: '^(host|remotes)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(shared-contracts/src/schemas/|node_modules/zod/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-are-pure',
      comment:
        'A rule gets what it needs as arguments, except the language of its texts, and imports types or other rules only.',
      severity: 'error',
      from: { path: '^shared-contracts/src/rules/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^shared-contracts/src/(rules/|language/|(types|words)\\.ts$)' },
    },
    {
      name: 'no-unresolvable',
      comment: 'Add the package to the workspace that imports it.',
      severity: 'error',
      from: {},
      // The recipe names the files of the remote that the page of mock data shows.
      to: { couldNotResolve: true, pathNot: '^own-remote/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|coverage|[.]data|[.]cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
