/** The plugins of the build recipe. It loads this file through tsx, so nothing here imports a package at run time. */
export { AskPageForAssets } from './ask-page-for-assets';
export { CarryNoCopies } from './carry-no-copies';
export { CompileEarly } from './compile-early';
export { ForgetFailedModules } from './forget-failed-modules';
export { ForgetThePlace } from './forget-the-place';
