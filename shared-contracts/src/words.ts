/** The texts of the primitives and rules. */
import { type Words, wordsOf } from './language';

const words = wordsOf('shared-contracts');

// The types are written out, since the compiled package cannot have inferred ones of this kind.
export const t: Words['t'] = words.t;
export const plural: Words['plural'] = words.plural;
