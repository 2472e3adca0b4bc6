/** Before all that could load a remote. */
import { provideModules } from '../remotes/provide';

/** embed.js is one file, so it brings all that it provides. */
export const loadLater = provideModules(() => import(/* webpackMode: "eager" */ '../remotes/later-modules'));
