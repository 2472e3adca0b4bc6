// The definition of no remote: the recipe puts a remote's src/remote.ts in its place.
/** @type {import('shared-contracts/remote').RemoteDefinition} */
const definition = { screens: {} };

export default definition;
