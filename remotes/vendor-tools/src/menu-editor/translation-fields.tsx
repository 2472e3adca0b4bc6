import type { EntryTexts } from 'shared-contracts/types';
import { Card, TextArea, TextInput } from 'shared-contracts/ui';
import { written } from '../language';
import { t } from '../words';
import { replaced } from './list.rules';
import type { ChoicesDraft, Draft, DraftErrors, PricedDraft } from './menu-draft.rules';
import styles from './menu-editor.module.css';
import { rowNameLabel } from './priced-rows';
import { type TranslatedField, withText } from './translation.rules';

interface Languages {
  /** The first language of the menu, in which the originals are. */
  first: string;
  /** The language to translate into. */
  language: string;
  errors: DraftErrors;
}

export interface TranslationFieldsProps extends Languages {
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
}

/** Shows the texts of a draft in another language than the first, each with its original. Nothing else can be changed here. */
export function TranslationFields({ draft, onChange, ...languages }: TranslationFieldsProps) {
  const own = { ...languages, path: '', texts: draft.texts, onChange: (texts: EntryTexts) => onChange({ texts }) };
  const alt = draft.picture?.alt ?? '';
  return (
    <>
      <Card padded>
        <div className={styles.texts}>
          <Translation {...own} label={t('Name')} field="name" original={draft.name} />
          <Translation {...own} label={t('Description')} field="description" original={draft.description} isLong />
          {draft.picture && (
            <Translation {...own} label={t('What the picture shows')} field="image_alt" original={alt} />
          )}
        </div>
      </Card>
      {draft.variants.length > 0 && (
        <Card padded as="section" aria-label={t('Sizes')}>
          <Rows
            {...languages}
            noun="size"
            path="variants"
            rows={draft.variants}
            onChange={(variants) => onChange({ variants })}
          />
        </Card>
      )}
      <Choices {...languages} groups={draft.option_groups} onChange={(option_groups) => onChange({ option_groups })} />
    </>
  );
}

interface ChoicesProps extends Languages {
  groups: readonly ChoicesDraft[];
  onChange: (groups: ChoicesDraft[]) => void;
}

function Choices({ groups, onChange, ...languages }: ChoicesProps) {
  if (groups.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="choices">
      <h2 id="choices">{t('Choices')}</h2>
      {groups.map((group, index) => {
        const path = `option_groups.${index}.`;
        const change = (changed: Partial<ChoicesDraft>) => onChange(replaced(groups, { ...group, ...changed }));
        return (
          <Card key={group.key} as="section" padded aria-label={group.name}>
            <div className={styles.texts}>
              <Translation
                {...languages}
                label={t('Name of the choices')}
                path={path}
                field="name"
                original={group.name}
                texts={group.texts}
                onChange={(texts) => change({ texts })}
              />
              <Rows
                {...languages}
                noun="choice"
                path={`${path}options`}
                rows={group.options}
                onChange={(options) => change({ options })}
              />
            </div>
          </Card>
        );
      })}
    </section>
  );
}

interface RowsProps extends Languages {
  noun: 'size' | 'choice';
  /** The path of the list in the request. */
  path: string;
  rows: readonly PricedDraft[];
  onChange: (rows: PricedDraft[]) => void;
}

function Rows({ noun, path, rows, onChange, ...languages }: RowsProps) {
  return (
    <div className={styles.texts}>
      {rows.map((row, index) => (
        <Translation
          key={row.key}
          {...languages}
          label={rowNameLabel(noun, index + 1)}
          path={`${path}.${index}.`}
          field="name"
          original={row.name}
          texts={row.texts}
          onChange={(texts) => onChange(replaced(rows, { ...row, texts }))}
        />
      ))}
    </div>
  );
}

interface TranslationProps extends Languages {
  label: string;
  /** The path of the entry in the request, up to its `texts`. */
  path: string;
  field: TranslatedField;
  /** The text in the first language. */
  original: string;
  texts: EntryTexts | undefined;
  isLong?: boolean;
  onChange: (texts: EntryTexts) => void;
}

/** Edits one text. There is no field for what is empty in both languages, unless it is a name. */
function Translation({
  first,
  language,
  errors,
  label,
  path,
  field,
  original,
  texts,
  isLong = false,
  onChange,
}: TranslationProps) {
  const value = texts?.[language]?.[field] ?? '';
  if (field !== 'name' && original === '' && value === '') return null;
  const input = {
    ...written(language),
    label,
    lead: original && (
      <p {...written(first)} translate="no" className={styles.original}>
        {original}
      </p>
    ),
    value,
    maxLength: isLong ? 2_000 : 200,
    autoComplete: 'off',
    error: errors[`${path}texts.${language}.${field}`],
    onChange: ({ target }: { target: { value: string } }) => onChange(withText(texts, language, field, target.value)),
  };
  return isLong ? <TextArea {...input} /> : <TextInput {...input} />;
}
