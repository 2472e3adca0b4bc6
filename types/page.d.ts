interface Window {
  /**
   * Address and integrity of an app's file that is about to be requested. Called by the webpack runtime
   * of every app (webpack.shared.js), and by a remote that starts a worker.
   */
  foodhallAsset?: (url: string) => { url: string; integrity: string | undefined } | undefined;
}

/** How a development server replaces modules in the page; undefined in a release. */
interface ImportMeta {
  webpackHot?: {
    /** @param module its specifier in this file */
    accept(module: string, replaced: () => void): void;
    /** @returns the replaced modules; null where the server has no update */
    check(applies: boolean): Promise<unknown>;
  };
}
/** webpack's own: `f` has what loads the parts of a chunk; `consumes` its shared modules. */
declare const __webpack_require__: { f: { consumes?: unknown } };
/** The build that the page runs, also after an update. */
declare const __webpack_hash__: string;
