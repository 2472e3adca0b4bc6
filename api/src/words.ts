/** The texts of the hall's server: errors, emails and pushes. */
import { wordsOf } from 'shared-contracts/language';

export const { t, plural, language } = wordsOf('api');
