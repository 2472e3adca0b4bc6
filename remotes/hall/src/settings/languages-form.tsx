import { languageName } from 'shared-contracts/language';
import { Button, Card, Select } from 'shared-contracts/ui';
import { beginLarge } from '../office/begin-large';
import { t } from '../words';
import { PartForm } from './part-form';
import styles from './settings.module.css';
import { withFirst } from './settings.rules';
import { type PartProps, usePart } from './use-part';

/** The languages that menus are offered in. The pages themselves speak English, French, Spanish and Arabic. */
const OFFERED = 'ar cs da de el en es fi fr he hi hu id it ja ko ms nb nl pl pt ro ru sv th tr uk ur vi zh'.split(' ');

/** The name of a language on a line of its own. */
const lineOf = (language: string) => beginLarge(languageName(language));

/** The languages of the hall's menus, its first language first. */
export function LanguagesForm(props: PartProps) {
  const editing = usePart('languages', props);
  const { form, edit, errors } = editing;
  const { languages } = form;
  const [first = ''] = languages;
  const others = OFFERED.filter((language) => !languages.includes(language))
    .map((value) => ({ value, label: lineOf(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <PartForm editing={editing}>
      <p className={styles.note}>
        {t('A menu is shown in a language once all of it is translated; until then in the first language.')}
      </p>
      <Select
        label={t('First language')}
        hint={t('The menus are written in it.')}
        value={first}
        error={errors.languages}
        options={languages.map((value) => ({ value, label: lineOf(value) }))}
        onChange={({ target }) => edit({ languages: withFirst(languages, target.value) })}
      />
      <Card as="ul" clip aria-label={t('Languages')}>
        {languages.map((language) => (
          <li key={language} className={styles.item}>
            <span className={styles.name}>{lineOf(language)}</span>
            {language !== first && (
              <Button
                size="small"
                aria-label={t('Remove {language}', { language: languageName(language) })}
                onClick={() => edit({ languages: languages.filter((each) => each !== language) })}
              >
                {t('Remove')}
              </Button>
            )}
          </li>
        ))}
      </Card>
      <Select
        label={t('Add a language')}
        placeholder={t('Choose a language')}
        value=""
        options={others}
        onChange={({ target }) => edit({ languages: [...languages, target.value] })}
      />
    </PartForm>
  );
}
