/** The shell's texts (shared-contracts/language). */
import { wordsOf } from 'shared-contracts/language';

export const { t, plural, rich } = wordsOf('host');
