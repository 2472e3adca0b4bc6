// Written into the build by webpack.shared.js.

/** The modules, events and slots that this shell offers to remotes. */
declare const PROVIDED: import('releases/model/compatibility').Provided;
/** Ed25519 keys, any of which may have signed the registry: 32 bytes each, in base64. */
declare const REGISTRY_KEYS: readonly string[];
/** Version of this build: '2.2.63-3f9a01c2'. */
declare const HOST_VERSION: string;
/** webpack's own: where this build's files are loaded from. */
declare let __webpack_public_path__: string;
