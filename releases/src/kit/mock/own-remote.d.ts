/** The modules of the remote that the mock page shows. The recipe names their files. */
declare module 'own-remote/definition' {
  const definition: import('shared-contracts/remote').AnyRemoteDefinition;
  export default definition;
}

declare module 'own-remote/manifest' {
  const manifest: import('shared-contracts/remote').RemoteManifest;
  export default manifest;
}

/** src/testing/mock.ts of the remote. */
declare module 'own-remote/mock' {
  export const api: import('shared-contracts/client').ApiClient;
  export const site: import('shared-contracts/types').SiteConfig;
  /** The shared state at the start, such as who is signed in. */
  export const state: Partial<import('shared-contracts/events').ShellState> | undefined;
}
