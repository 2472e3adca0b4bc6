interface Window {
  /**
   * Address and integrity of an app's file that is about to be requested. Called by the webpack runtime
   * of every app (webpack.shared.js), and by a remote that starts a worker.
   */
  foodhallAsset?: (url: string) => { url: string; integrity: string | undefined } | undefined;
}
