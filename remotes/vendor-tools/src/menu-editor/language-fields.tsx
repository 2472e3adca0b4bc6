import type { ReactNode } from 'react';
import { TabPanel, Tabs } from 'shared-contracts/ui';
import { ownLanguageName, written } from '../language';
import { t } from '../words';
import type { Draft, DraftErrors } from './menu-draft.rules';
import styles from './menu-editor.module.css';
import { missingText } from './missing-text';
import { countMissing } from './translation.rules';
import { TranslationFields } from './translation-fields';
import { Writing } from './writing';

const TABS = 'languages';

export interface LanguageFieldsProps {
  /** The languages of the menu, its first language first. */
  languages: readonly string[];
  /** The language of the selected tab. */
  language: string | undefined;
  draft: Draft;
  errors: DraftErrors;
  onLanguage: (language: string) => void;
  onChange: (changed: Partial<Draft>) => void;
  /** All fields of the entry, with the texts in the first language. */
  children: ReactNode;
}

/** Shows the fields of an entry in tabs: all of them in the first language, and its texts in each other one. One language has no tabs. */
export function LanguageFields({
  languages,
  language,
  draft,
  errors,
  onLanguage,
  onChange,
  children,
}: LanguageFieldsProps) {
  const [first] = languages;
  if (first === undefined || language === undefined || languages.length === 1) return children;
  const tabs = languages.map((code) => {
    const tab = { id: code, label: ownLanguageName(code), lang: code };
    const count = code === first ? 0 : countMissing({ ...draft, image_alt: draft.picture?.alt ?? '' }, code);
    return count === 0 ? tab : { ...tab, count, spoken: missingText(code, count) };
  });
  return (
    <>
      <div className={styles.languages}>
        <Tabs idBase={TABS} label={t('Languages')} tabs={tabs} selected={language} onSelect={onLanguage} />
      </div>
      <TabPanel idBase={TABS} tab={language} className={styles.form}>
        {language === first ? (
          <Writing value={written(first)}>{children}</Writing>
        ) : (
          <TranslationFields first={first} language={language} draft={draft} errors={errors} onChange={onChange} />
        )}
      </TabPanel>
    </>
  );
}
