/** Written into the build by webpack.shared.js: the version of shared-contracts that this shell provides. */
declare const CONTRACT_VERSION: string;
