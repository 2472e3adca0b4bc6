// The one build recipe. A part's own webpack.config.js is a single line, so that six copies cannot drift apart.
// Why each federation setting is what it is: docs/decisions/0001-federation-settings.md.
const fs = require('node:fs');
const path = require('node:path');
const browserslist = require('browserslist');
const { browserslistToTargets } = require('lightningcss');
const webpack = require('webpack');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const CssMinimizerPlugin = require('css-minimizer-webpack-plugin');
const HtmlWebpackPlugin = require('html-webpack-plugin');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const ReactRefreshPlugin = require('@pmmmwh/react-refresh-webpack-plugin');
const TerserPlugin = require('terser-webpack-plugin');
const { provided } = require('./scripts/lib/provided.js');

const root = __dirname;
const installed = path.join(root, 'node_modules');
const contractsDirectory = path.join(root, 'shared-contracts');

/** The oldest browsers that are served: stated once, under `browserslist` in package.json. */
const { browserslist: floor } = require('./package.json');

/** A chunk that has not arrived after this many milliseconds has failed; the visitor is offered Try Again. */
const chunkTimeout = 10_000;

/**
 * What has identity: one instance a page, always the shell's. A remote brings no copy, so a second React or a second
 * event store cannot exist. Subpaths are listed one by one, because a trailing slash key corrupts what is shared.
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

/** What has no identity: a remote takes the shell's when its range fits, and its own copy when it was built on a newer one. */
const replaceable = [
  ...fs
    .readdirSync(path.join(contractsDirectory, 'src/rules'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `shared-contracts/rules/${path.basename(file, '.ts')}`)
    .sort(),
  'shared-contracts/ui',
];

const readJson = (...segments) => JSON.parse(fs.readFileSync(path.join(...segments), 'utf8'));

/** Version of a package as installed, by the subpath it is imported with. */
function installedVersion(request) {
  const name = request.split('/')[0];
  if (name === 'shared-contracts') return readJson(contractsDirectory, 'package.json').version;
  return readJson(root, 'node_modules', name, 'package.json').version;
}

function sharedByHost(dev) {
  const entries = [...singletons, ...(dev ? ['react/jsx-dev-runtime'] : []), ...replaceable].map((request) => [
    request,
    {
      eager: true,
      singleton: !replaceable.includes(request),
      version: installedVersion(request),
      requiredVersion: `^${installedVersion(request)}`,
    },
  ]);
  return Object.fromEntries(entries);
}

function sharedByRemote(dev, contractRange) {
  const rangeOf = (request) =>
    request.startsWith('shared-contracts/') ? contractRange : `^${installedVersion(request)}`;
  const identity = [...singletons, ...(dev ? ['react/jsx-dev-runtime'] : [])].map((request) => [
    request,
    { import: false, singleton: true, requiredVersion: rangeOf(request) },
  ]);
  const copies = replaceable.map((request) => [
    request,
    { version: installedVersion(request), requiredVersion: `^${installedVersion(request)}`, singleton: false },
  ]);
  return Object.fromEntries([...identity, ...copies]);
}

/**
 * Asks the page, before a chunk or a style is requested, for its address and its integrity (host/src/remotes/assets.ts
 * answers). Without an answer the file loads as webpack would load it. Styles get the time limit that webpack gives to
 * scripts only.
 */
class AskPageForAssets {
  apply(compiler) {
    const ask = (tag, attribute) => `
      var asset = self.foodhallAsset && self.foodhallAsset(${tag}.${attribute});
      if (asset && asset.integrity) { ${tag}.crossOrigin = "anonymous"; ${tag}.integrity = asset.integrity; }
      if (asset) ${tag}.${attribute} = asset.url;`;
    const limit = `
      setTimeout(function () { if (linkTag.onerror) linkTag.onerror({ type: "timeout", target: linkTag }); }, ${chunkTimeout});`;
    compiler.hooks.thisCompilation.tap('AskPageForAssets', (compilation) => {
      const scripts = webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation);
      const styles = MiniCssExtractPlugin.getCompilationHooks(compilation);
      scripts.createScript.tap('AskPageForAssets', (source) => source + ask('script', 'src'));
      styles.beforeTagInsert.tap('AskPageForAssets', (source) => source + ask('linkTag', 'href') + limit);
    });
  }
}

/**
 * Has a module that threw when it started run again for whoever asks again. Webpack would keep the error, so that no
 * attempt could succeed without a reload.
 */
class ForgetWhatThrew {
  apply(compiler) {
    const { interceptModuleExecution, moduleCache } = webpack.RuntimeGlobals;
    class ForgetWhatThrewRuntime extends webpack.RuntimeModule {
      generate() {
        return `${interceptModuleExecution}.push(function (options) {
          var factory = options.factory;
          options.factory = function () {
            try { return factory.apply(this, arguments); }
            catch (error) { delete ${moduleCache}[options.id]; throw error; }
          };
        });`;
      }
    }
    compiler.hooks.thisCompilation.tap('ForgetWhatThrew', (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap('ForgetWhatThrew', (chunk, needed) => {
        needed.add(interceptModuleExecution).add(moduleCache);
        compilation.addRuntimeModule(chunk, new ForgetWhatThrewRuntime('forget what threw'));
      });
    });
  }
}

/** Fails the build of a remote that would carry its own copy of what the shell provides. */
class CarryNoCopies {
  apply(compiler) {
    const copies = [
      [/node_modules\/(react|react-dom|scheduler)\//, 'React'],
      [/node_modules\/(react-router|react-router-dom)\//, 'the router: import it from shared-contracts/router'],
      [/node_modules\/zustand\//, 'Zustand: use shared-contracts/events'],
      [/node_modules\/axios\//, 'axios: use shared-contracts/client'],
      [/node_modules\/@tanstack\//, 'TanStack Query: use shared-contracts/query'],
      [/node_modules\/zod\//, 'zod: browsers get types only, from shared-contracts/types'],
      [
        /shared-contracts\/src\/(client|events|local-keys|query|remote|router|schemas|site)[./]/,
        'a part of the contracts that only the shell may hold: import it by package name, shared-contracts/…',
      ],
    ];
    compiler.hooks.thisCompilation.tap('CarryNoCopies', (compilation) => {
      compilation.hooks.finishModules.tap('CarryNoCopies', (modules) => {
        for (const module of modules) {
          const [, what] = copies.find(([pattern]) => pattern.test(module.resource ?? '')) ?? [];
          if (!what) continue;
          const issuer = compilation.moduleGraph.getIssuer(module)?.resource ?? 'an unknown file';
          const from = path.relative(root, issuer);
          compilation.errors.push(new webpack.WebpackError(`${from} would bring its own copy of ${what}.`));
        }
      });
    });
  }
}

const fonts = /\.woff2$/;
/** The one font file that the first screen needs; the other alphabets load by unicode-range. */
const displayFont = /latin-wght-normal.*\.woff2$/;

function base(directory, { part, version, mode, outputPath, serve }) {
  const production = mode === 'production';
  const styles = (modules) => [
    { loader: MiniCssExtractPlugin.loader },
    { loader: 'css-loader', options: { modules, importLoaders: 0, sourceMap: true } },
  ];
  return {
    mode,
    context: directory,
    target: ['web', `browserslist:${floor.join(', ')}`],
    devtool: production ? 'source-map' : 'cheap-module-source-map',
    output: {
      path: outputPath ?? path.join(root, 'dist', part, version),
      publicPath: 'auto',
      filename: production ? '[name].[contenthash:8].js' : '[name].js',
      chunkFilename: production ? '[name].[contenthash:8].js' : '[name].js',
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      uniqueName: `${part}@${version}`,
      chunkLoadTimeout: chunkTimeout,
      strictModuleErrorHandling: true,
      hashFunction: 'xxhash64',
    },
    // A remote's folder may lie outside this repository; what it builds with does not.
    resolve: { extensions: ['.ts', '.tsx', '.js'], modules: ['node_modules', installed] },
    resolveLoader: { modules: [installed] },
    module: {
      rules: [
        { resourceQuery: /^\?file$/, loader: path.join(root, 'scripts/lib/script-file-loader.js') },
        {
          test: /\.[jt]sx?$/,
          exclude: /node_modules/,
          loader: 'swc-loader',
          options: {
            env: { targets: floor },
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic', development: !production, refresh: Boolean(serve) } },
            },
          },
        },
        {
          test: /\.module\.css$/,
          use: styles({
            namedExport: false,
            exportLocalsConvention: 'as-is',
            localIdentName: '[name]-[local]-[hash:base64:5]',
            // Parts may hold two versions of one component; their class names must not meet.
            localIdentHashSalt: part,
          }),
        },
        {
          test: /\.css$/,
          exclude: /\.module\.css$/,
          oneOf: [
            {
              issuer: path.join(directory, 'src/embed'),
              use: [...styles(false), path.join(root, 'scripts/lib/embedded-css-loader.js')],
            },
            { use: styles(false) },
          ],
          sideEffects: true,
        },
        { test: fonts, type: 'asset/resource' },
        { test: /\.(svg|png|webp|jpg)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: ({ chunk }) => (chunk?.name === 'embed' || !production ? '[name].css' : '[name].[contenthash:8].css'),
        chunkFilename: production ? '[name].[contenthash:8].css' : '[name].css',
        // CSS Modules do not depend on the order of their files.
        ignoreOrder: true,
      }),
      new AskPageForAssets(),
      ...(serve ? [new ReactRefreshPlugin({ overlay: false, library: part })] : []),
    ],
    optimization: {
      minimizer: [
        new TerserPlugin({ minify: TerserPlugin.swcMinify, parallel: false, extractComments: false }),
        new CssMinimizerPlugin({
          parallel: false,
          minify: CssMinimizerPlugin.lightningCssMinify,
          // What the floor does not know, light-dark() and nesting, is written so that it does.
          minimizerOptions: { targets: browserslistToTargets(browserslist(floor)) },
        }),
      ],
    },
    cache: {
      type: 'filesystem',
      cacheDirectory: path.join(root, '.cache/webpack'),
      name: `${part}-${mode}${serve ? '-serve' : ''}`,
      buildDependencies: { config: [__filename] },
    },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}

function settings(directory, options) {
  const mode = options.mode ?? 'production';
  const { name: part, version } = readJson(directory, 'package.json');
  return { ...options, part, mode, version: options.version ?? `${version}-local`, dev: mode !== 'production' };
}

const federation = { dts: false, dev: false, manifest: false, shareStrategy: 'loaded-first' };

/** The runtime takes the instance of this name that a page has already: another site's page has its own 'host', or 'catalog'. */
const federationName = (part) => `foodhall/${part}`;

/**
 * webpack configuration of a remote.
 * @param {string} directory the remote's folder; the name in its package.json is the remote's name
 * @param {{mode?: 'production' | 'development', version?: string, outputPath?: string, serve?: boolean}} [options]
 *   `serve` adds fast refresh, for a development server.
 */
function remoteConfig(directory, options = {}) {
  const chosen = settings(directory, options);
  const { part, version, dev } = chosen;
  const { contract } = readJson(directory, 'remote.json');
  const config = base(directory, chosen);
  return {
    ...config,
    entry: {},
    plugins: [
      ...config.plugins,
      new ForgetWhatThrew(),
      new CarryNoCopies(),
      new ModuleFederationPlugin({
        ...federation,
        name: federationName(part),
        // One global a version, so that a swapped remote never meets the exports of its predecessor.
        library: { type: 'window', name: `${part}@${version}` },
        filename: dev ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
        exposes: { './remote': { import: ['./src/remote.ts'], name: 'remote' } },
        shared: sharedByRemote(dev, contract),
        experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
      }),
    ],
    optimization: {
      ...config.optimization,
      splitChunks: {
        cacheGroups: {
          // The copy of the primitives is both offered to others and fallen back on; where a screen brings part of what
          // they need, webpack would make two of it.
          ui: { test: /shared-contracts\/src\/ui\//, name: 'ui', chunks: 'async', enforce: true },
        },
      },
    },
  };
}

/**
 * webpack configuration of the shell and of its second entry, `embed.js`, which mounts one remote in another site.
 * @param {string} directory the host's folder
 * @param {{mode?: 'production' | 'development', version?: string, outputPath?: string, serve?: boolean}} [options]
 */
function hostConfig(directory, options = {}) {
  const chosen = settings(directory, options);
  const { part, version, dev, serve } = chosen;
  const config = base(directory, chosen);
  // TypeScript, and for the shell alone: a remote's build starts without tsx.
  const { publicKeys } = require('tsx/cjs/api').require('./registry/src/node/signing.ts', __filename);
  return {
    ...config,
    entry: {
      main: './src/index.ts',
      ...(serve ? {} : { embed: { import: './src/embed/index.ts', filename: 'embed.js' } }),
    },
    plugins: [
      ...config.plugins,
      new ModuleFederationPlugin({
        ...federation,
        name: federationName(part),
        remotes: {},
        shared: sharedByHost(dev),
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
      }),
      new webpack.DefinePlugin({
        PROVIDED: JSON.stringify(provided()),
        REGISTRY_KEYS: JSON.stringify(publicKeys()),
        HOST_VERSION: JSON.stringify(version),
      }),
      new HtmlWebpackPlugin({
        template: path.join(directory, 'src/index.html'),
        chunks: ['main'],
        publicPath: serve ? '/' : `/parts/${part}/${version}/`,
        scriptLoading: 'defer',
        // The server puts the snapshot and the configuration where this comment stands.
        minify: dev
          ? false
          : {
              collapseWhitespace: true,
              removeComments: true,
              ignoreCustomComments: [/shell-data/],
              keepClosingSlash: false,
            },
        templateParameters: (compilation) => ({
          dev,
          preloads: Object.keys(compilation.assets).filter((file) => displayFont.test(file)),
          publicPath: serve ? '/' : `/parts/${part}/${version}/`,
        }),
      }),
    ],
    optimization: {
      ...config.optimization,
      splitChunks: {
        // embed.js is one file: whoever mounts a remote elsewhere adds one script.
        chunks: (chunk) => chunk.name !== 'embed',
        cacheGroups: {
          react: {
            test: /node_modules\/(react|react-dom|scheduler)\//,
            name: 'react',
            chunks: (chunk) => chunk.name === 'main',
            enforce: true,
          },
        },
      },
    },
  };
}

/**
 * webpack configuration of the shell's service worker, sw.js: one file with a fixed address and nothing of federation in it.
 * @param {string} directory the host's folder
 * @param {{mode?: 'production' | 'development', version?: string, outputPath?: string}} [options]
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
    // The version makes the worker of another release another file, byte by byte: that is how a browser finds out.
    plugins: [new webpack.BannerPlugin({ banner: `/*! shell ${chosen.version} */`, raw: true })],
    cache: false,
  };
}

module.exports = { hostConfig, remoteConfig, workerConfig, singletons, replaceable };
