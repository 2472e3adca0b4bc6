interface Window {
  /**
   * What the shell's page says of a file of a part that is about to be requested: its address and its integrity. Asked
   * by the webpack runtime of every part (webpack.shared.js), and by a remote that starts a worker.
   */
  foodhallAsset?: (url: string) => { url: string; integrity: string | undefined } | undefined;
}
