import { languageAttributes, languageName } from 'shared-contracts/language';
import { TextArea, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import { PartForm } from './part-form';
import styles from './settings.module.css';
import { type PartProps, usePart } from './use-part';

/** The name of the hall and its text, in each language of the hall. */
export function NameForm(props: PartProps) {
  const editing = usePart('name', props);
  const { form, edit, errors } = editing;
  const [, ...others] = props.settings.languages.languages;
  return (
    <PartForm editing={editing}>
      <TextInput
        label={t('Name')}
        dir="auto"
        value={form.name}
        error={errors.name}
        maxLength={200}
        onChange={({ target }) => edit({ name: target.value })}
      />
      <TextArea
        label={t('Description')}
        hint={t('Guests read it on the page of the hall.')}
        dir="auto"
        value={form.blurb}
        error={errors.blurb}
        maxLength={2_000}
        onChange={({ target }) => edit({ blurb: target.value })}
      />
      {others.map((language) => {
        const own = form.texts[language] ?? {};
        const set = (fields: typeof own) => edit({ texts: { ...form.texts, [language]: { ...own, ...fields } } });
        const name = languageName(language);
        return (
          <fieldset key={language} className={styles.fields}>
            <legend>{name}</legend>
            <TextInput
              label={t('Name in {language}', { language: name })}
              hint={t('Empty: the name stays as it is.')}
              {...languageAttributes(language)}
              value={own.name ?? ''}
              maxLength={200}
              onChange={({ target }) => set({ name: target.value })}
            />
            <TextArea
              label={t('Description in {language}', { language: name })}
              {...languageAttributes(language)}
              value={own.blurb ?? ''}
              maxLength={2_000}
              onChange={({ target }) => set({ blurb: target.value })}
            />
          </fieldset>
        );
      })}
    </PartForm>
  );
}
