// An empty definition. The recipe replaces it with a remote's src/remote.ts.
/** @type {import('shared-contracts/remote').RemoteDefinition} */
const definition = { screens: {} };

export default definition;
