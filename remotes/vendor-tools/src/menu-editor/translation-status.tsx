import { languageName } from 'shared-contracts/language';
import type { MenuEditor } from 'shared-contracts/types';
import { Button, Card } from 'shared-contracts/ui';
import { ownLanguageName } from '../language';
import { language, plural, t } from '../words';
import styles from './menu-editor.module.css';
import { missingEntries, otherLanguages } from './translation.rules';

export interface TranslationStatusProps {
  menu: MenuEditor;
  /** Opens the next entry that lacks texts in a language. */
  onNext: (language: string) => void;
}

/** Says for each other language of a menu how much is missing. A menu in one language shows nothing. */
export function TranslationStatus({ menu, onNext }: TranslationStatusProps) {
  const languages = otherLanguages(menu);
  if (languages.length === 0 || menu.menus.length === 0) return null;
  return (
    <Card as="section" padded aria-label={t('Translations')} className={styles.texts}>
      {languages.map((code) => {
        const missing = missingEntries(menu, code).reduce((sum, { count }) => sum + count, 0);
        return (
          <div key={code} id={statusId(code)} className={styles.translation}>
            <div tabIndex={-1}>
              <p lang={code} className={styles.name}>
                {ownLanguageName(code)}
              </p>
              <p>{missing > 0 ? missingSentence(menu, missing) : completeSentence(menu, code)}</p>
            </div>
            {missing > 0 && (
              <Button
                size="small"
                aria-label={t('Next missing text: {language}', { language: ownLanguageName(code) })}
                onClick={() => onNext(code)}
              >
                {t('Next missing text')}
              </Button>
            )}
          </div>
        );
      })}
    </Card>
  );
}

const missingSentence = ({ languages: [first = ''] = [] }: MenuEditor, count: number): string =>
  plural(
    count,
    {
      one: '# text is missing. Guests see this menu in {language}.',
      other: '# texts are missing. Guests see this menu in {language}.',
    },
    { language: languageName(first, language()) },
  );

/** The short text of a stall is part of what guests see, and the editor does not have it. */
const completeSentence = (
  { languages: [first = ''] = [], languages_without_blurb = [] }: MenuEditor,
  code: string,
): string =>
  languages_without_blurb.includes(code)
    ? t(
        'The menu is complete. Guests see it in {language}, since the short text of the stall is missing: an operator adds it.',
        {
          language: languageName(first, language()),
        },
      )
    : t('Complete.');

const statusId = (language: string) => `translation-${language}`;

/** Returns the focus to the line of a language: to its button, or to its words once nothing is missing. */
export function focusOnTranslation(language: string): void {
  const line = document.getElementById(statusId(language));
  (line?.querySelector('button') ?? line?.querySelector<HTMLElement>('[tabindex]'))?.focus();
}
