/** The texts of every server: errors, and the refusals of policies and schemas. */
import { wordsOf } from 'shared-contracts/language';

export const { t, plural } = wordsOf('core');
