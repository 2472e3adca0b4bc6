import type { Allergen, Diet } from 'shared-contracts/types';
import { Alert, Card, ChoiceRow } from 'shared-contracts/ui';
import { ALLERGENS, capitalize, DIETS } from './diet-words';
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
      <h2 id="allergens">Allergens and diet</h2>
      <Card clip>
        <ChoiceRow
          type="checkbox"
          name="states-allergens"
          checked={allergens !== null}
          note="Guests can filter your menu by them, and write a note of their own allergies to you."
          onChange={(isStated) => onChange({ allergens: isStated ? [] : null })}
        >
          State the allergens of this item
        </ChoiceRow>
      </Card>
      {allergens !== null && (
        <>
          <p className={styles.note}>
            {allergens.length > 0
              ? `Guests read: contains ${allergens.join(', ')}.`
              : 'Guests read: none of the 14 allergens. Tick what it contains.'}
          </p>
          <WordRows
            label="It contains"
            words={ALLERGENS}
            chosen={allergens}
            onChange={(next) => onChange({ allergens: next })}
          />
        </>
      )}
      <WordRows<Diet> label="It is" words={DIETS} chosen={diets} onChange={(next) => onChange({ diets: next })} />
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
      <summary>{`Allergens that ${name} adds: ${allergens.length > 0 ? allergens.join(', ') : 'none'}`}</summary>
      <WordRows label={`${name} adds`} words={ALLERGENS} chosen={allergens} onChange={onChange} />
    </details>
  );
}

interface WordRowsProps<T extends string> {
  label: string;
  words: readonly T[];
  chosen: readonly T[];
  /** Called with the chosen words in their fixed order. */
  onChange: (chosen: T[]) => void;
}

function WordRows<T extends string>({ label, words, chosen, onChange }: WordRowsProps<T>) {
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
            {capitalize(word)}
          </ChoiceRow>
        ))}
      </Card>
    </fieldset>
  );
}
