import type { Allergen, Diet } from 'shared-contracts/types';
import { Alert, Card, ChoiceRow } from 'shared-contracts/ui';
import { listed } from '../language';
import { t } from '../words';
import { ALLERGENS, allergenName, capitalize, DIETS, dietName } from './diet-words';
import type { Draft } from './menu-draft.rules';
import styles from './menu-editor.module.css';

export interface DietFieldsProps {
  draft: Pick<Draft, 'allergens' | 'diets'>;
  /** The reason why the API or the form refused them. */
  error?: string | undefined;
  onChange: (changed: Partial<Pick<Draft, 'allergens' | 'diets'>>) => void;
}

/** Edits the allergens of an item, once its stall states them, and its diets. */
export function DietFields({ draft: { allergens, diets }, error, onChange }: DietFieldsProps) {
  return (
    <section className={styles.section} aria-labelledby="allergens">
      <h2 id="allergens">{t('Allergens and diet')}</h2>
      <Card clip>
        <ChoiceRow
          type="checkbox"
          name="states-allergens"
          checked={allergens !== null}
          note={t('Guests can filter your menu by them, and write a note of their own allergies to you.')}
          onChange={(isStated) => onChange({ allergens: isStated ? [] : null })}
        >
          {t('State the allergens of this item')}
        </ChoiceRow>
      </Card>
      {allergens !== null && (
        <>
          <p className={styles.note}>
            {allergens.length > 0
              ? t('Guests read: contains {allergens}.', { allergens: listed(allergens.map(allergenName)) })
              : t('Guests read: none of the 14 allergens. Tick what it contains.')}
          </p>
          <WordRows
            label={t('It contains')}
            words={ALLERGENS}
            nameOf={allergenName}
            chosen={allergens}
            onChange={(next) => onChange({ allergens: next })}
          />
        </>
      )}
      <WordRows<Diet>
        label={t('It is')}
        words={DIETS}
        nameOf={dietName}
        chosen={diets}
        onChange={(next) => onChange({ diets: next })}
      />
      {error && <Alert>{error}</Alert>}
    </section>
  );
}

export interface ChoiceAllergensProps {
  /** The name of the choice. */
  name: string;
  allergens: readonly Allergen[];
  onChange: (allergens: Allergen[]) => void;
}

/** Edits the allergens that a choice adds to its item. */
export function ChoiceAllergens({ name, allergens, onChange }: ChoiceAllergensProps) {
  return (
    <details className={styles.adds}>
      <summary>
        {allergens.length > 0
          ? t('Allergens that {name} adds: {allergens}', { name, allergens: listed(allergens.map(allergenName)) })
          : t('Allergens that {name} adds: none', { name })}
      </summary>
      <WordRows
        label={t('{name} adds', { name })}
        words={ALLERGENS}
        nameOf={allergenName}
        chosen={allergens}
        onChange={onChange}
      />
    </details>
  );
}

interface WordRowsProps<T extends string> {
  label: string;
  words: readonly T[];
  nameOf: (word: T) => string;
  chosen: readonly T[];
  /** Called with the chosen words in their fixed order. */
  onChange: (chosen: T[]) => void;
}

function WordRows<T extends string>({ label, words, nameOf, chosen, onChange }: WordRowsProps<T>) {
  return (
    <fieldset className={styles.wordList} aria-label={label}>
      <Card clip className={styles.wordRows}>
        {words.map((word) => (
          <ChoiceRow
            key={word}
            type="checkbox"
            name={`${label} ${word}`}
            checked={chosen.includes(word)}
            onChange={(isChosen) =>
              onChange(words.filter((each) => (each === word ? isChosen : chosen.includes(each))))
            }
          >
            {capitalize(nameOf(word))}
          </ChoiceRow>
        ))}
      </Card>
    </fieldset>
  );
}
