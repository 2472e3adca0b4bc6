/** The texts of this app (shared-contracts/language). */
import { wordsOf } from 'shared-contracts/language';

export const { t, plural, rich, language } = wordsOf('hall');
