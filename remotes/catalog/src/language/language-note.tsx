import { currentLanguage, languageName } from 'shared-contracts/language';
import { t } from '../words';
import styles from './language-note.module.css';

/** Says in which language the menu is, if it is not the page's. */
export function LanguageNote({ of }: { of: string | undefined }) {
  if (of === undefined || of === currentLanguage()) return null;
  return <LanguageLine name={languageName(of)} />;
}

/** The line itself, also for the template of a first screen. */
export function LanguageLine({ name }: { name: string }) {
  return <p className={styles.line}>{t('This menu is in {language}.', { language: name })}</p>;
}
