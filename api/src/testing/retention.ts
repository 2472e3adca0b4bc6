/** Exports the removal of old rows, for tests of other workspaces that own tables. */
export { removeOld } from '../operations/account/retention';
