// The one build recipe. An app's own webpack.config.js is a single line, so the apps cannot drift apart. The remote kit contains this file
// unchanged (npm run pack), so that a remote of another repository is built as those here are. docs/decisions/federation.md explains each
// federation setting.
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const browserslist = require('browserslist');
const { browserslistToTargets } = require('lightningcss');
const webpack = require('webpack');
// Without this, each of federation's plugins calls webpack without options and reads its path from the error, which takes a third of a
// second.
process.env.FEDERATION_WEBPACK_PATH = require.resolve('webpack');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const CssMinimizerPlugin = require('css-minimizer-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const ReactRefreshPlugin = require('@pmmmwh/react-refresh-webpack-plugin');
const TerserPlugin = require('terser-webpack-plugin');

/**
 * Loads a TypeScript module with tsx, since Node 20 does not run TypeScript. In the kit it is compiled. Only a configuration needs it; the
 * lists below do not.
 * @param {string} file its path from here, without the extension
 */
function loadTypeScript(file) {
  const compiled = path.join(root, `${file}.cjs`);
  return fs.existsSync(compiled) ? require(compiled) : require('tsx/cjs/api').require(`./${file}.ts`, __filename);
}
/** @returns {Loaded['plugins']} */
const loadPlugins = () => loadTypeScript('releases/src/build/plugins/index');

/**
 * @typedef {import('webpack').Configuration} Configuration
 * @typedef {Configuration & Required<Pick<Configuration, 'output' | 'plugins' | 'optimization'>>} AppConfiguration
 * @typedef {{mode?: 'production' | 'development', version?: string, outputPath?: string, project?: string, serve?: boolean, hot?: boolean, oneBundle?: string, loaded?: Loaded}} Options
 *   `project` is the folder with dist and .cache, from which messages name files; left out, this repository. `serve` adds
 *   fast refresh, for a development server. `hot` replaces changed screens in the page of a deployed shell, whose React is
 *   for production. `oneBundle` is for npm run bench:web alone: the file that stands in for the federation runtime and
 *   imports the remotes, which makes shell and remotes one bundle. `loaded` is what a build has of this recipe's TypeScript already.
 * @typedef {{plugins: typeof import('releases/build/plugins/index'), publicKeys: typeof import('releases/store/signing').publicKeys, provided: typeof import('releases/build/provided').provided}} Loaded
 * @typedef {Options & {app: string, version: string, project: string, mode: 'production' | 'development', dev: boolean}} Settings
 */

const root = __dirname;
const installed = path.join(root, 'node_modules');
/** The folders that may contain this recipe's packages, the nearest first: a package manager may put them beside the kit. */
const packageFolders = (require.resolve.paths('webpack') ?? []).filter((folder) => fs.existsSync(folder));
const contractsDirectory = path.dirname(require.resolve('shared-contracts/package.json'));

/** @param {string[]} segments of a path */
const readJson = (...segments) => JSON.parse(fs.readFileSync(path.join(...segments), 'utf8'));

/** The oldest supported browsers. package.json states them once, under `browserslist`. */
const { browserslist: floor } = require('./package.json');

/** A chunk that has not arrived after this many milliseconds has failed, and the visitor is offered Try Again. */
const chunkTimeout = 10_000;

/**
 * Packages with identity: a page has one instance of each, always the shell's. A remote brings no copy, so a second React or a second event
 * store cannot exist. Subpaths are listed one by one, because a trailing slash key corrupts what is shared.
 */
const singletons = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'shared-contracts/client',
  'shared-contracts/events',
  'shared-contracts/local-keys',
  'shared-contracts/query',
  'shared-contracts/remote',
  'shared-contracts/router',
  'shared-contracts/session',
  'shared-contracts/site',
];

/** Packages without identity: a remote takes the shell's copy when its range fits, and its own when it was built on a newer one. */
const replaceable = [
  ...Object.keys(readJson(contractsDirectory, 'package.json').exports)
    .filter((subpath) => subpath.startsWith('./rules/'))
    .map((subpath) => `shared-contracts/${subpath.slice(2)}`)
    .sort(),
  'shared-contracts/language',
  'shared-contracts/ui',
];

/**
 * The installed version of a package.
 * @param {string} request the subpath that it is imported with
 * @returns {string}
 */
function installedVersion(request) {
  const [name = request] = request.split('/');
  return readJson(require.resolve(`${name}/package.json`)).version;
}

/**
 * @param {boolean} dev
 * @param {string} contractRange semver range of shared-contracts
 * @param {boolean} ownReact whether the remote brings a React of its own
 * @returns {import('@module-federation/enhanced').moduleFederationPlugin.SharedObject}
 */
function sharedByRemote(dev, contractRange, ownReact) {
  const rangeOf = (/** @type {string} */ request) =>
    request.startsWith('shared-contracts/') ? contractRange : `^${installedVersion(request)}`;
  const identity = [...singletons, ...(dev ? ['react/jsx-dev-runtime'] : [])].map((request) => [
    request,
    { import: false, singleton: true, requiredVersion: rangeOf(request) },
  ]);
  const copies = replaceable.map((request) => [
    request,
    { version: installedVersion(request), requiredVersion: `^${installedVersion(request)}`, singleton: false },
  ]);
  // The primitives work with the shell's React alone.
  const isTaken = (/** @type {string} */ request) =>
    !ownReact || (request.startsWith('shared-contracts/') && request !== 'shared-contracts/ui');
  return Object.fromEntries([...identity, ...copies].filter(([request]) => isTaken(String(request))));
}

/** React Router publishes this build for production, but its conditions of `exports` choose another. It has no warnings for authors. */
const routerOfProduction = { 'react-router$': path.join(installed, 'react-router/dist/production/index.mjs') };

/**
 * A screen's own rules win over a primitive's, and a primitive's over base.css. The first mention decides the order, so each
 * style file begins with it: apps load their styles in any order, and webpack decides on the order within a file.
 */
const LAYERS = '@layer base, primitives;';

/** @param {import('webpack').Module} module */
const isScript = ({ type }) => type.startsWith('javascript/');

/**
 * Tells whether a chunk follows a remote's definition: the code of a screen or slot.
 * @param {import('webpack').Chunk} chunk
 */
const isScreen = (chunk) =>
  [...chunk.groupsIterable].every((group) => group.getParents().some(({ name }) => name === 'remote'));

const fonts = /\.woff2$/;
/** The translations of an app, by language. */
const catalogs = /[\\/]locales[\\/][\w-]+\.json$/;
/** The font of the first screen's headings. */
const displayFont = /familjen-grotesk-common.*\.woff2$/;

/** A development server exposes this file in place of a remote's definition. */
const hotRemote = path.join(root, 'releases/src/build/hot/remote.js');

/**
 * Makes names like 'button-x7F3a-primary'. The hash belongs to the file, so all of its names begin alike, which compresses better.
 * @param {string} app
 */
const classNames = (app) => ({
  namedExport: false,
  exportLocalsConvention: 'as-is',
  localIdentName: '[1]-[hash:base64:5]-[local]',
  localIdentRegExp: /([^\\/]+)\.module\.css$/,
  hashStrategy: 'minimal-subset',
  // Apps may hold two versions of one component; their class names must not meet.
  localIdentHashSalt: app,
});

/**
 * Names a source in maps. A style appears three times: its rules, its class names and css-loader's output. Webpack tells equal names that
 * are not in its cache apart by a hash of their folder on this machine, so the names differ.
 * @param {{namespace: string, resourcePath: string, identifier: string}} source
 */
function nameInMap({ namespace, resourcePath, identifier }) {
  // The hash depends on the folder where packages are installed.
  const name = resourcePath.replace(`${root.slice(1)}/`, '').replace(/(\.federation\/entry)\.[0-9a-f]{32}/, '$1');
  const isModule = identifier.includes('!') && name.endsWith('.css');
  return `webpack://${namespace}/${name}${name === resourcePath ? '' : '?rules'}${isModule ? '?names' : ''}`;
}

/**
 * Configures the cache that webpack keeps for the next build. It starts over with another recipe, other packages, or another version or
 * range of the app. By default webpack follows the recipe's imports for that; it stops at those of tsx, and keeps nothing.
 * @param {string} project the folder with .cache
 * @param {string} directory the app's folder. A folder outside the project has no cache, since it may be a short-lived copy
 * @param {string} name of this configuration
 * @returns {Configuration['cache']}
 */
function cacheFor(project, directory, name) {
  if (path.relative(project, directory).startsWith('..')) return false;
  const tools = path.join(root, 'releases/src/build');
  const files = [
    __filename,
    path.join(root, 'package.json'),
    path.join(contractsDirectory, 'package.json'),
    ...[
      path.join(project, 'package-lock.json'),
      ...['package.json', 'remote.json'].map((file) => path.join(directory, file)),
    ].filter((file) => fs.existsSync(file)),
    ...fs
      .readdirSync(tools, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((file) => path.join(tools, file))
      .filter((file) => fs.statSync(file).isFile() && !file.includes('.test.')),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(fs.readFileSync(file));
  return {
    type: 'filesystem',
    cacheDirectory: path.join(project, '.cache/webpack'),
    name,
    version: hash.digest('hex'),
    buildDependencies: { defaultWebpack: [] },
  };
}

/**
 * The configuration that every app is built with.
 * @param {string} directory the app's folder
 * @param {Settings} settings
 * @returns {AppConfiguration}
 */
function base(directory, { app, version, mode, outputPath, project, serve, hot, oneBundle, loaded }) {
  const production = mode === 'production';
  const { AskPageForAssets, CompileEarly, ForgetThePlace } = loaded?.plugins ?? loadPlugins();
  const styles = (/** @type {false | Record<string, unknown>} */ modules) => [
    { loader: MiniCssExtractPlugin.loader },
    { loader: 'css-loader', options: { modules, importLoaders: 0, sourceMap: true } },
    { loader: path.join(root, 'releases/src/build/loaders/css-scale-loader.cjs') },
  ];
  return {
    mode,
    context: directory,
    target: ['web', `browserslist:${floor.join(', ')}`],
    // The maps serve reported errors (releases/src/build/source-maps.ts): no file names its map, and a map contains no source.
    devtool: production ? 'hidden-nosources-source-map' : 'cheap-module-source-map',
    output: {
      path: outputPath ?? path.join(project, 'dist', app, version),
      publicPath: 'auto',
      filename: production ? '[name].[contenthash:8].js' : '[name].js',
      chunkFilename: production ? '[name].[contenthash:8].js' : '[name].js',
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      // The name has no version: a chunk that a release does not change keeps its bytes, and is not transferred again.
      uniqueName: federationName(app),
      chunkLoadTimeout: chunkTimeout,
      strictModuleErrorHandling: true,
      hashFunction: 'xxhash64',
      devtoolModuleFilenameTemplate: nameInMap,
    },
    // A remote's folder may lie outside this repository, but the packages of its build do not.
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      modules: ['node_modules', ...packageFolders],
      alias: oneBundle ? { '@module-federation/runtime$': oneBundle, '@module-federation/runtime-core$': false } : {},
    },
    resolveLoader: { modules: packageFolders },
    module: {
      rules: [
        { resourceQuery: /^\?file$/, loader: path.join(root, 'releases/src/build/loaders/script-file-loader.cjs') },
        {
          test: /\.[jt]sx?$/,
          exclude: /node_modules/,
          loader: 'swc-loader',
          options: {
            env: { targets: floor },
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: !production && !hot, refresh: Boolean(serve) } },
            },
          },
        },
        {
          test: /\.module\.css$/,
          use: styles(classNames(app)),
        },
        {
          test: /\.css$/,
          exclude: /\.module\.css$/,
          oneOf: [
            {
              issuer: path.join(directory, 'src/embed'),
              use: [...styles(false), path.join(root, 'releases/src/build/loaders/embedded-css-loader.cjs')],
            },
            { use: styles(false) },
          ],
          sideEffects: true,
        },
        { test: catalogs, type: 'json', loader: path.join(root, 'releases/src/build/loaders/catalog-loader.cjs') },
        { test: fonts, type: 'asset/resource' },
        { test: /\.(svg|png|webp|jpg)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: ({ chunk }) => (chunk?.name === 'embed' || !production ? '[name].css' : '[name].[contenthash:8].css'),
        chunkFilename: production ? '[name].[contenthash:8].css' : '[name].css',
        // The order of files does not matter to CSS Modules.
        ignoreOrder: true,
      }),
      new webpack.BannerPlugin({ banner: LAYERS, raw: true, test: /\.css$/ }),
      new AskPageForAssets(MiniCssExtractPlugin, chunkTimeout),
      ...(production ? [new CompileEarly(), new ForgetThePlace([directory, project, root])] : []),
      ...(serve ? [new ReactRefreshPlugin({ overlay: false, library: app })] : []),
    ],
    optimization: {
      minimizer: [
        new TerserPlugin({ minify: TerserPlugin.swcMinify, parallel: false, extractComments: false }),
        new CssMinimizerPlugin({
          parallel: false,
          minify: CssMinimizerPlugin.lightningCssMinify,
          // The minimizer rewrites syntax that the oldest browsers do not know, such as light-dark() and nesting.
          minimizerOptions: { targets: browserslistToTargets(browserslist(floor)) },
        }),
      ],
    },
    cache: cacheFor(
      project,
      directory,
      `${app}-${mode}${serve ? '-serve' : ''}${hot ? '-hot' : ''}${oneBundle ? '-one-bundle' : ''}`,
    ),
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}

/**
 * @param {string} directory the app's folder
 * @param {Options} options
 * @returns {Settings}
 */
function settings(directory, options) {
  const { mode = 'production', project = root } = options;
  const { name: app, version } = readJson(directory, 'package.json');
  return { ...options, app, mode, project, version: options.version ?? `${version}-local`, dev: mode !== 'production' };
}

/**
 * Makes a name that no other site uses. The runtime reuses an instance of the same name that a page already has, and a page of another site
 * may have its own 'host' or 'catalog'.
 * @param {string} app
 */
const federationName = (app) => `foodhall/${app}`;

/**
 * webpack configuration of a remote.
 * @param {string} directory the remote's folder; the name in its package.json is the remote's name
 * @param {Options} [options]
 * @returns {AppConfiguration}
 */
function remoteConfig(directory, options = {}) {
  const chosen = settings(directory, options);
  const { app, version, dev, hot } = chosen;
  const { contract } = readJson(directory, 'remote.json');
  const { foodhall: { ownReact = false } = {} } = readJson(directory, 'package.json');
  const { CarryNoCopies, ForgetFailedModules } = chosen.loaded?.plugins ?? loadPlugins();
  const config = base(directory, chosen);
  const ownStyles = {
    test: /\.css$/,
    // The primitives belong to the shell, in a layer below.
    exclude: contractsDirectory,
    enforce: /** @type {const} */ ('pre'),
    loader: path.join(root, 'releases/src/build/loaders/own-styles-loader.cjs'),
  };
  return {
    ...config,
    module: {
      rules: [...(config.module?.rules ?? []), ownStyles],
    },
    entry: {},
    plugins: [
      ...config.plugins,
      ...(hot
        ? [
            new webpack.HotModuleReplacementPlugin(),
            new webpack.NormalModuleReplacementPlugin(/^\.\/definition$/, (resolved) => {
              if (resolved.context === path.dirname(hotRemote))
                resolved.request = path.join(directory, 'src/remote.ts');
            }),
          ]
        : []),
      new ForgetFailedModules(),
      new CarryNoCopies(chosen.project, ownReact),
      new ModuleFederationPlugin({
        dts: false,
        dev: false,
        // Module Federation's own tools read a remote by its mf-manifest.json. The shell does not: the registry has what it needs, signed.
        manifest: !dev,
        shareStrategy: 'loaded-first',
        name: federationName(app),
        // Each version has its own global, so that a swapped remote never meets the exports of its predecessor.
        library: { type: 'window', name: `${app}@${version}` },
        filename: dev ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
        exposes: { './remote': { import: [hot ? hotRemote : './src/remote.ts'], name: 'remote' } },
        shared: sharedByRemote(dev && !hot, contract, ownReact),
        experiments: {
          externalRuntime: true,
          // A remote does not load remotes.
          optimization: { target: 'web', disableSnapshot: true, disableRemote: true },
        },
      }),
    ],
    optimization: {
      ...config.optimization,
      splitChunks: {
        cacheGroups: {
          // The primitives have a chunk of their own. They are shared with other apps, and a remote falls back on its copy. Otherwise
          // webpack would make a second copy of each part that a screen brings by itself.
          ui: { test: /shared-contracts\/src\/ui\//, name: 'ui', chunks: 'async', enforce: true },
          // All rules have one chunk, since every page lists each file of each remote with its hash, and hashes do not compress.
          rules: { test: /shared-contracts\/src\/rules\//, name: 'rules', chunks: 'async', enforce: true },
          // Code that most screens use goes into the chunk that each of them follows. With a copy in each screen, a visitor would load it
          // again for every screen.
          common: { test: isScript, name: 'remote', chunks: isScreen, minChunks: 4, enforce: true },
        },
      },
    },
  };
}

/**
 * webpack configuration of the shell and of its second entry, `embed.js`, which mounts one remote in another site.
 * @param {string} directory the host's folder
 * @param {Options} [options]
 * @returns {AppConfiguration}
 */
function hostConfig(directory, options = {}) {
  const chosen = settings(directory, options);
  const { app, version, dev, serve, oneBundle } = chosen;
  const config = base(directory, chosen);
  const HtmlWebpackPlugin = require('html-webpack-plugin');
  /** @type {Pick<Loaded, 'publicKeys'>} */
  const { publicKeys } = chosen.loaded ?? loadTypeScript('releases/src/store/signing');
  /** @type {Pick<Loaded, 'provided'>} */
  const { provided } = chosen.loaded ?? loadTypeScript('releases/src/build/provided');
  return {
    ...config,
    resolve: { ...config.resolve, alias: { ...config.resolve?.alias, ...(!dev && routerOfProduction) } },
    entry: {
      main: './src/index.ts',
      ...(serve || oneBundle ? {} : { embed: { import: './src/embed/index.ts', filename: 'embed.js' } }),
    },
    plugins: [
      ...config.plugins,
      new webpack.DefinePlugin({
        PROVIDED: JSON.stringify({ ...provided(), version }),
        REGISTRY_KEYS: JSON.stringify(publicKeys()),
        HOST_VERSION: JSON.stringify(version),
        // The shell's runtime takes the switches that `optimization` above sets for a remote. It leaves out snapshots, since the registry
        // replaces manifests, and keeps the loading of remotes and sharing.
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
        FEDERATION_OPTIMIZE_NO_REMOTE: 'false',
        FEDERATION_OPTIMIZE_NO_SHARED: 'false',
        ENV_TARGET: JSON.stringify('web'),
      }),
      new HtmlWebpackPlugin({
        template: path.join(directory, 'src/index.html'),
        chunks: ['main'],
        publicPath: serve ? '/' : `/parts/${app}/${version}/`,
        inject: false,
        // The server puts the first screen and its styles at the comments that remain.
        minify: dev
          ? false
          : {
              collapseWhitespace: true,
              removeComments: true,
              ignoreCustomComments: [/shell-data/, /first-screen/],
              keepClosingSlash: false,
            },
        templateParameters: (compilation, { css, js }) => ({
          dev,
          styles: css,
          scripts: js,
          preloads: Object.keys(compilation.assets).filter((file) => displayFont.test(file)),
          publicPath: serve ? '/' : `/parts/${app}/${version}/`,
        }),
      }),
    ],
    optimization: {
      ...config.optimization,
      splitChunks: {
        // embed.js is one file: a page that mounts a remote elsewhere adds one script.
        chunks: (/** @type {import('webpack').Chunk} */ chunk) => chunk.name !== 'embed',
        cacheGroups: {
          // All packages of the start are one file, which compresses best and which only an upgrade changes. Icons are left out, since they
          // come and go with our own code.
          packages: {
            test: /node_modules[\\/](?!lucide-react[\\/])/,
            type: /^javascript\//,
            name: 'packages',
            chunks: (/** @type {import('webpack').Chunk} */ chunk) => chunk.name === 'main',
            enforce: true,
          },
          // This group is webpack's own, without the packages of the start.
          defaultVendors: {
            test: /node_modules[\\/]/,
            priority: -10,
            reuseExistingChunk: true,
            chunks: (/** @type {import('webpack').Chunk} */ chunk) => !['main', 'embed'].includes(chunk.name ?? ''),
          },
        },
      },
    },
  };
}

/**
 * webpack configuration of the shell's service worker, sw.js: one file with a fixed address and without federation.
 * @param {string} directory the host's folder
 * @param {Options} [options]
 * @returns {AppConfiguration}
 */
function workerConfig(directory, options = {}) {
  const chosen = settings(directory, options);
  const config = base(directory, chosen);
  return {
    ...config,
    target: ['webworker', 'es2022'],
    entry: { sw: './src/worker/worker.ts' },
    output: { path: config.output.path, filename: 'sw.js' },
    devtool: false,
    // The version makes the worker of another release a different file, byte by byte. A browser notices a new worker only by that.
    plugins: [new webpack.BannerPlugin({ banner: `/*! shell ${chosen.version} */`, raw: true })],
    cache: false,
  };
}

/**
 * webpack configuration of the page that shows a remote with the data of its src/testing/mock.ts, and of the gallery of primitives. Both are compiled
 * into the kit (npm run pack), and need no shell and no site.
 * @param {string} directory the remote's folder
 * @param {Options} [options]
 * @returns {AppConfiguration}
 */
function mockConfig(directory, options = {}) {
  const chosen = settings(directory, { ...options, mode: 'development', serve: true });
  const config = base(directory, chosen);
  // There is no shell that knows the addresses of files.
  const { AskPageForAssets } = loadPlugins();
  const compiled = (/** @type {string} */ name) => path.join(root, 'lib/mock', name);
  return {
    ...config,
    entry: { page: compiled('page.js'), gallery: [compiled('gallery.js'), compiled('gallery.css')] },
    output: { ...config.output, publicPath: '/' },
    resolve: {
      ...config.resolve,
      alias: {
        'own-remote/definition$': path.join(directory, 'src/remote.ts'),
        'own-remote/manifest$': path.join(directory, 'remote.json'),
        'own-remote/mock$': path.join(directory, 'src/testing/mock.ts'),
      },
    },
    plugins: config.plugins.filter((plugin) => !(plugin instanceof AskPageForAssets)),
    cache: cacheFor(chosen.project, directory, `${chosen.app}-mock`),
  };
}

/**
 * webpack configuration of the templates of a remote's first screens, src/first-screens.tsx: for Node, which renders them, with the class
 * names of the remote and the shell. The primitives are the shell's, so their names are made as there.
 * @param {string} directory the remote's folder
 * @param {Options} [options]
 * @returns {AppConfiguration}
 */
function templateConfig(directory, options = {}) {
  const chosen = settings(directory, options);
  const config = base(directory, chosen);
  // Class names depend on the path from the shell's folder, which is beside the contracts as it is here.
  const host = path.join(contractsDirectory, '../host');
  const names = (/** @type {string} */ app, /** @type {string} */ context) => ({
    loader: 'css-loader',
    options: {
      importLoaders: 0,
      modules: { ...classNames(app), localIdentContext: context, exportOnlyLocals: true },
    },
  });
  const [scripts] =
    config.module?.rules?.filter((rule) => typeof rule === 'object' && rule?.loader === 'swc-loader') ?? [];
  return {
    ...config,
    target: 'node20',
    devtool: false,
    entry: { templates: path.join(directory, 'src/first-screens.tsx') },
    output: {
      path: config.output.path,
      filename: 'templates.cjs',
      library: { type: 'commonjs2' },
      // The hash function decides class names.
      hashFunction: config.output.hashFunction,
    },
    externals: Object.fromEntries(
      ['react', 'react/jsx-runtime', 'react-dom', 'react-router-dom'].map((name) => [name, `commonjs2 ${name}`]),
    ),
    module: {
      rules: [
        scripts,
        { test: /\.module\.css$/, include: contractsDirectory, use: names('host', host) },
        { test: /\.module\.css$/, exclude: contractsDirectory, use: names(chosen.app, directory) },
        {
          test: /(?<!\.module)\.css$/,
          loader: 'css-loader',
          options: { modules: { exportOnlyLocals: true, mode: 'global' } },
        },
        { test: /\.(svg|png|webp|jpg|woff2)$/, type: 'asset/inline' },
      ],
    },
    plugins: [],
    optimization: { ...config.optimization, minimize: false },
    cache: cacheFor(chosen.project, directory, `${chosen.app}-templates`),
  };
}

module.exports = {
  classNames,
  hostConfig,
  mockConfig,
  remoteConfig,
  templateConfig,
  workerConfig,
  singletons,
  replaceable,
};
