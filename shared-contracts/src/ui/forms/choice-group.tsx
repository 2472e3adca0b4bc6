import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { t } from '../../words';
import { cx } from '../cx';
import { Badge } from '../feedback/badge';
import { Card } from '../layout/card';
import styles from './choice-group.module.css';
import { ChoiceRow } from './choice-row';
import { FieldError } from './field-error';

export interface Choice<Id extends string | number> {
  id: Id;
  name: ReactNode;
  /** Already formatted; an option's with a plus: `+$2.00`. */
  price?: string;
  /** A second line: 'Sold out for today'. */
  note?: string;
  disabled?: boolean;
}

export interface ChoiceGroupProps<Id extends string | number> {
  /** `radio`: exactly one. `checkbox`: any, or up to `max`. */
  type: 'radio' | 'checkbox';
  title: ReactNode;
  choices: readonly Choice<Id>[];
  /** The chosen ids; one at most where type is `radio`. */
  selected: readonly Id[];
  /** The new selection, in the order of the choices. */
  onChange: (selected: Id[]) => void;
  /** Says how many to choose, or how many are chosen: 'Choose 1', '1 of 2' (`selectionHint` of rules/options). */
  hint?: string;
  /** The hint turns green, with a tick. */
  isMet?: boolean;
  /** The most that can be chosen. Then the other choices are dimmed, and a line says why. Null or absent allows any number. */
  max?: number | null;
  /** Says what is missing, under the rows, with a red edge around them and a red hint. */
  error?: string | null | false;
}

/** A heading with the hint at its end, and the choices in one card. */
export function ChoiceGroup<Id extends string | number>({
  type,
  title,
  choices,
  selected,
  onChange,
  hint,
  isMet,
  max,
  error,
}: ChoiceGroupProps<Id>) {
  const id = useId();
  const isFull = type === 'checkbox' && typeof max === 'number' && selected.length >= max;

  const choose = (choice: Id, checked: boolean) => {
    if (type === 'radio') return onChange([choice]);
    onChange(choices.map((each) => each.id).filter((each) => (each === choice ? checked : selected.includes(each))));
  };

  return (
    <fieldset
      className={styles.group}
      role={type === 'radio' ? 'radiogroup' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-hint ${id}-line`}
    >
      <div className={styles.head}>
        <h2 id={`${id}-title`}>{title}</h2>
        <span id={`${id}-hint`} className={styles.hint}>
          {hint && (
            <Badge tone={isMet ? 'done' : error ? 'late' : 'neutral'} icon={isMet ? Check : undefined}>
              {hint}
            </Badge>
          )}
        </span>
      </div>
      <Card clip className={cx(error && styles.wrong)}>
        {choices.map((choice) => {
          const checked = selected.includes(choice.id);
          return (
            <ChoiceRow
              key={choice.id}
              type={type}
              name={id}
              checked={checked}
              disabled={choice.disabled || (isFull && !checked)}
              note={choice.note}
              price={choice.price}
              onChange={(next) => choose(choice.id, next)}
            >
              {choice.name}
            </ChoiceRow>
          );
        })}
      </Card>
      <div id={`${id}-line`} aria-live="polite">
        {error ? (
          <FieldError>{error}</FieldError>
        ) : (
          isFull &&
          choices.length > selected.length && (
            <p className={styles.line}>{t('Up to {max}. Untick one to choose another.', { max })}</p>
          )
        )}
      </div>
    </fieldset>
  );
}
