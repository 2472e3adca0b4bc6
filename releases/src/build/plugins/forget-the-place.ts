import type { Compiler, Module } from 'webpack';

/** A file of federation. Its name is a hash of the folder where packages are installed. */
const PLACED_FILE = /\.federation[\\/]entry\.[0-9a-f]{32}\.js/;
/** The field of a source map that lists its sources. In css-loader's maps they are whole paths. */
const SOURCES = /"sources":\[[^\]]*\],?/;

/** The import in that file, up to the folder of packages. */
const PLACED_IMPORT = /(import federation from ')[^']*(?=node_modules)/;
/** Ids are below this number. Webpack makes its own ids afterwards and leaves these out. */
const IDS = 10_000;

/** Writes each byte as one character. A module has a text in its first build, and bytes when webpack's cache has restored it. */
const bytesOf = (content: Buffer | string) => Buffer.from(content).toString('latin1');

/** FNV-1a. It is enough to distinguish a handful of modules. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % IDS;
}

/**
 * Tells whether the name of a module contains a path of this machine. Webpack makes ids from names, in which it writes paths relative to
 * the app's folder. It leaves a path as it is if the name has more in front of it, as for federation's modules.
 */
const isPlaced = (module: Module) =>
  module
    .identifier()
    .split(/[|!]/)
    .some((part) => PLACED_FILE.test(part) || / (\/|[A-Z]:\\)/.test(part));

/** The field of a source map that names its file. Only the version comes before it. */
const FILE = /^\{"version":3,"file":"[^"]*"/;

/** A style, as mini-css-extract-plugin represents it. */
interface Style {
  content: Buffer | string;
  sourceMap?: Buffer | string;
  media?: string;
  supports?: string;
  layer?: string;
}
const isStyle = (module: Module): module is Module & Style => module.type === 'css/mini-extract';

/**
 * Makes a build of the same sources the same bytes in every folder. The sources name a version, and a target refuses a version with other
 * bytes: without this, a release from a second clone would be refused, and no other clone could verify a build. Paths of this machine are
 * in the hashes of modules, which are in the code whose letters the minimizer counts; in the ids of modules; and in source maps.
 */
export class ForgetThePlace {
  private readonly places: readonly RegExp[];

  /** @param places the folders of sources and packages */
  constructor(places: readonly string[]) {
    // The look-behind makes the match begin where a path begins: a folder within another path may have the same name.
    this.places = places
      .map(bytesOf)
      .map((place) => new RegExp(`(?<![\\w./-])${place.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}/`, 'g'));
  }

  apply(compiler: Compiler): void {
    const name = ForgetThePlace.name;
    const { Compilation, sources, util } = compiler.webpack;
    const withoutPlaces = (content: Buffer | string) =>
      this.places.reduce((text, place) => text.replaceAll(place, ''), bytesOf(content).replace(SOURCES, ''));
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const hashOf = (module: Module): string | undefined => {
        const hash = util.createHash(compilation.outputOptions.hashFunction ?? 'xxhash64');
        const update = (content: Buffer | string) => hash.update(withoutPlaces(content));
        const source = module.originalSource();
        if (isStyle(module)) {
          const { content, sourceMap = '', media = '', supports = '', layer = '' } = module;
          for (const each of [content, sourceMap, media, supports, layer]) update(each ?? '');
        } else if (source) {
          source.updateHash({ update } as Parameters<typeof source.updateHash>[0]);
          update(JSON.stringify(module.buildMeta));
        } else return undefined;
        return hash.digest('hex');
      };
      compilation.hooks.finishModules.tap(name, (modules) => {
        for (const module of modules) {
          const { buildInfo } = module;
          const hash = buildInfo && 'hash' in buildInfo ? hashOf(module) : undefined;
          if (hash) Object.assign(buildInfo ?? {}, { hash });
        }
      });
      // The name is in source maps and in comments, whose letters the minimizer counts.
      compilation.hooks.finishModules.tap(name, (modules) => {
        for (const module of modules) {
          if ('userRequest' in module && typeof module.userRequest === 'string')
            module.userRequest = module.userRequest.replace(PLACED_FILE, '.federation/entry.js');
        }
      });
      compilation.hooks.beforeModuleIds.tap(name, (modules) => {
        const { chunkGraph } = compilation;
        const placed = [...modules]
          .filter(isPlaced)
          .map((module) => {
            const text = module.libIdent({ context: compiler.context }) ?? module.identifier();
            return { module, text };
          })
          .sort((a, b) => (a.text < b.text ? -1 : 1));
        const used = new Set<number>();
        for (const { module, text } of placed) {
          let id = numberOf(text);
          while (used.has(id)) id += 1;
          used.add(id);
          chunkGraph.setModuleId(module, id);
        }
      });
      // This runs after webpack has renamed files by their content.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tap({ name, stage }, (assets) => {
        for (const file of Object.keys(assets).filter((each) => each.endsWith('.map'))) {
          compilation.updateAsset(file, (source) => {
            const text = source.source().toString();
            return new sources.RawSource(
              text
                .replace(FILE, `{"version":3,"file":${JSON.stringify(file.slice(0, -4))}`)
                .replace(PLACED_IMPORT, '$1'),
            );
          });
        }
      });
    });
  }
}
