import { ListFilter } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { Allergen, Diet } from 'shared-contracts/types';
import { Button, ChoiceGroup } from 'shared-contracts/ui';
import { dietName } from '../diet.rules';
import { language, t } from '../words';
import styles from './diet-filter.module.css';
import { createFilter, type DietWishes, hasWishes, NO_WISHES, offeredFilters, outcomeText } from './diet-filter.rules';
import type { KeepItems, ListedMenu } from './menu.rules';

export interface DietFilterProps {
  /** The menus before the filter. */
  menus: readonly ListedMenu[];
  /** Called with the filter, or with null if everything is shown. The function must be stable. */
  onKeep: (keep: KeepItems | null) => void;
}

/** Edits what a guest cannot or does not eat. The device stores the choice until it is cleared. */
export function DietFilter({ menus, onKeep }: DietFilterProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [wishes, setWishes] = useState(readWishes);
  const { without, only } = wishes;
  const { allergens, diets } = offeredFilters(menus, wishes);

  useEffect(() => {
    onKeep(hasWishes(wishes) ? createFilter(wishes) : null);
    return () => onKeep(null);
  }, [wishes, onKeep]);

  const changeWishes = (changed: Partial<DietWishes>) => {
    const next = { ...wishes, ...changed };
    setWishes(next);
    writeWishes(next);
  };

  return (
    <>
      <div className={styles.head}>
        <Button
          size="small"
          icon={ListFilter}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {t('Allergens and diet')}
        </Button>
        {hasWishes(wishes) && (
          <Button size="small" variant="quiet" onClick={() => changeWishes(NO_WISHES)}>
            {t('Clear')}
          </Button>
        )}
      </div>
      <p role="status" className={styles.note}>
        {outcomeText(menus, wishes)}
      </p>
      {isOpen && (
        <div id={id} className={styles.panel}>
          {allergens.length > 0 && (
            <ChoiceGroup
              type="checkbox"
              title={t('Without')}
              choices={choicesOf(allergens)}
              selected={without}
              onChange={(next) => changeWishes({ without: next })}
            />
          )}
          {diets.length > 0 && (
            <ChoiceGroup
              type="checkbox"
              title={t('Only')}
              choices={choicesOf(diets)}
              selected={only}
              onChange={(next) => changeWishes({ only: next })}
            />
          )}
          <p className={styles.note}>
            {t(
              'The stall states these itself, and what a choice adds beside the choice. If an allergy is severe, ask the stall.',
            )}
          </p>
        </div>
      )}
    </>
  );
}

/** Names the words of a filter with a capital letter, in the alphabetical order of the language. */
const choicesOf = <T extends Allergen | Diet>(words: readonly T[]) =>
  words
    .map((id) => ({ id, name: capitalized(dietName(id)) }))
    .sort((one, other) => one.name.localeCompare(other.name, language()));

const capitalized = (name: string) => `${name.charAt(0).toLocaleUpperCase(language())}${name.slice(1)}`;

/** The deletion of an account removes the keys with this prefix (host/src/account/forget-device). */
const KEY = 'catalog.diet';

function readWishes(): DietWishes {
  try {
    const { without, only } = JSON.parse(window.localStorage.getItem(KEY) ?? '{}') as Partial<DietWishes>;
    return { without: readWords(without), only: readWords(only) };
  } catch {
    return NO_WISHES;
  }
}

const readWords = <T,>(value: readonly T[] | undefined): readonly T[] =>
  Array.isArray(value) ? value.filter((each): each is T => typeof each === 'string') : [];

function writeWishes(wishes: DietWishes): void {
  try {
    if (hasWishes(wishes)) window.localStorage.setItem(KEY, JSON.stringify(wishes));
    else window.localStorage.removeItem(KEY);
  } catch {
    // The browser refuses storage, so the wishes last as long as the page.
  }
}
