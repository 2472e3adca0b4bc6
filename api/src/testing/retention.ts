/** The removal of old rows, for tests of the tables that other workspaces own. */
export { removeOld } from '../operations/account/retention';
