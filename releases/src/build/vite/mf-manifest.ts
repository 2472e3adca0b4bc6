/** The manifest of a remote for Module Federation's own tools. The shell does not read it: the registry has what it needs, signed. */

export interface ManifestFacts {
  app: string;
  version: string;
  /** The file of the container. */
  entry: string;
  /** The scripts and styles of the module that the remote exposes. */
  files: readonly string[];
  /** The modules that it takes from the shell. */
  shared: readonly string[];
}

/** @returns the text of mf-manifest.json, as the plugin of webpack writes it */
export function manifestOf({ app, version, entry, files, shared }: ManifestFacts): string {
  const name = `foodhall/${app}`;
  const assetsOf = (own: readonly string[]) => ({
    js: { sync: own.filter((file) => file.endsWith('.js')), async: [] },
    css: { sync: own.filter((file) => file.endsWith('.css')), async: [] },
  });
  const manifest = {
    id: name,
    name,
    metaData: {
      name,
      type: 'app',
      buildInfo: { buildVersion: version, buildName: app },
      remoteEntry: { name: entry, path: '', type: 'window' },
      types: { path: '', name: '', zip: '', api: '' },
      globalName: `${app}@${version}`,
      pluginVersion: '',
      publicPath: 'auto',
    },
    shared: shared.map((key) => ({
      id: `${name}:${key}`,
      name: key,
      version: '',
      singleton: true,
      requiredVersion: '',
      assets: assetsOf([]),
    })),
    remotes: [],
    exposes: [{ id: `${name}:remote`, name: 'remote', path: './remote', assets: assetsOf(files) }],
  };
  return JSON.stringify(manifest, null, 2);
}
