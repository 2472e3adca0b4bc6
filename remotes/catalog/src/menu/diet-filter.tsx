import { ListFilter } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button, ChoiceGroup } from 'shared-contracts/ui';
import styles from './diet-filter.module.css';
import { type DietWishes, hasWishes, keeperOf, NO_WISHES, offered, outcomeText } from './diet-filter.rules';
import type { KeepItems, ListedMenu } from './menu.rules';

export interface DietFilterProps {
  /** All there is. */
  menus: readonly ListedMenu[];
  /** Told what to keep, null for everything. Must be stable. */
  onKeep: (keep: KeepItems | null) => void;
}

/** The form for what a guest cannot or does not eat. The choice is remembered on this device until it is cleared. */
export function DietFilter({ menus, onKeep }: DietFilterProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [wishes, setWishes] = useState(readWishes);
  const { without, only } = wishes;
  const { allergens, diets } = offered(menus, wishes);

  useEffect(() => {
    onKeep(hasWishes(wishes) ? keeperOf(wishes) : null);
    return () => onKeep(null);
  }, [wishes, onKeep]);

  const wish = (changed: Partial<DietWishes>) => {
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
          Allergens and diet
        </Button>
        {hasWishes(wishes) && (
          <Button size="small" variant="quiet" onClick={() => wish(NO_WISHES)}>
            Clear
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
              title="Without"
              choices={allergens.map(choiceOf)}
              selected={without}
              onChange={(next) => wish({ without: next })}
            />
          )}
          {diets.length > 0 && (
            <ChoiceGroup
              type="checkbox"
              title="Only"
              choices={diets.map(choiceOf)}
              selected={only}
              onChange={(next) => wish({ only: next })}
            />
          )}
          <p className={styles.note}>
            The stall states these itself, and what a choice adds beside the choice. If an allergy is severe, ask the
            stall.
          </p>
        </div>
      )}
    </>
  );
}

const choiceOf = <T extends string>(word: T) => ({ id: word, name: `${word[0]?.toUpperCase()}${word.slice(1)}` });

/** The deletion of an account removes what begins like this (host/src/account/forget-device). */
const KEY = 'catalog.diet';

function readWishes(): DietWishes {
  try {
    const { without, only } = JSON.parse(window.localStorage.getItem(KEY) ?? '{}') as Partial<DietWishes>;
    return { without: listOf(without), only: listOf(only) };
  } catch {
    return NO_WISHES;
  }
}

const listOf = <T,>(value: readonly T[] | undefined): readonly T[] =>
  Array.isArray(value) ? value.filter((each): each is T => typeof each === 'string') : [];

function writeWishes(wishes: DietWishes): void {
  try {
    if (hasWishes(wishes)) window.localStorage.setItem(KEY, JSON.stringify(wishes));
    else window.localStorage.removeItem(KEY);
  } catch {
    // Refused: they last as long as the page.
  }
}
