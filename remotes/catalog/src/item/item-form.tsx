import { type ReactNode, useRef, useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { useServerNow } from 'shared-contracts/query';
import { formatMajor } from 'shared-contracts/rules/money';
import { isSelectionMet, selectionHint } from 'shared-contracts/rules/options';
import type { Item, OptionGroup, VendorSummary, Venue } from 'shared-contracts/types';
import { Alert, ChoiceGroup, InLanguage, LinkText, TextArea } from 'shared-contracts/ui';
import { dietName, dietText } from '../diet.rules';
import { LanguageNote } from '../language/language-note';
import { enumerate } from '../lists';
import { closedText } from '../opening.rules';
import { plural, t } from '../words';
import styles from './item.module.css';
import {
  addToCartBody,
  buildOffer,
  chosenOptions,
  fitChoice,
  type ItemChoice,
  isSingleChoice,
  lineAmounts,
  MAX_NOTES,
  startingChoice,
  unmetGroup,
  withOptions,
} from './item.rules';
import { ItemBuyBar } from './item-buy-bar';
import { ItemFrame } from './item-frame';
import { readPendingAdd } from './pending-add';
import { readStoredChoice, storeChoice } from './stored-choice';
import { useAddToCart } from './use-add-to-cart';

export interface ItemFormProps {
  item: Item;
  venue: Venue;
  vendor: VendorSummary;
  /** A note above the choices. */
  note: ReactNode;
}

/** Edits the variant, the options, the notes and the quantity of an item that exists. */
export function ItemForm({ item, venue, vendor, note }: ItemFormProps) {
  const offer = buildOffer(item);
  const [savedChoice, setSavedChoice] = useState<ItemChoice>(
    () => readPendingAdd(item.id)?.choice ?? readStoredChoice(item.id) ?? startingChoice(item, offer),
  );
  const [isAskingFor, setIsAskingFor] = useState<number>();
  const groupsBox = useRef<HTMLDivElement>(null);
  const adding = useAddToCart(item.id, vendor.name);
  const now = useServerNow();

  const choice = fitChoice(item, offer, savedChoice);
  const amounts = lineAmounts(offer, choice, venue.currency);
  const unmet = unmetGroup(offer, choice);
  // A vendor sees the page of the customers, and orders from a personal account.
  const isVendor = useShell(({ session }) => session?.context.type === 'Vendor');
  const isOrderable = offer.isAvailable && vendor.accepting_orders && !isVendor;
  // The choice is kept until the item is available again.
  const shown = isOrderable ? choice : { ...choice, variantId: 0, optionIds: [] };
  const facts = dietText(item, item.allergens && t('none of the 14 allergens'));
  const price = (major: number) => formatMajor(major, venue.currency, venue.currency_symbol);

  const choose = (next: ItemChoice) => {
    setSavedChoice(next);
    storeChoice(item.id, next);
    adding.reset();
  };

  const add = () => {
    setIsAskingFor(unmet?.id);
    if (unmet) return focusGroup(groupsBox.current, offer.groups.indexOf(unmet));
    if (amounts) {
      const ids = { venueId: venue.id, vendorId: vendor.id };
      adding.add(addToCartBody({ ...ids, choice, amounts, currency: venue.currency }), choice);
    }
  };

  return (
    <ItemFrame
      name={<InLanguage of={item.language}>{item.name}</InLanguage>}
      description={<InLanguage of={item.language}>{item.description}</InLanguage>}
      language={<LanguageNote of={item.language} />}
      picture={item.hero_url ?? item.image_url}
      alt={item.image_alt}
    >
      {facts && <p className={styles.facts}>{facts}</p>}
      {note}
      {!isOrderable && (
        <div className={styles.messages}>
          {!offer.isAvailable && <Alert tone="info">{t('{name} is sold out for now.', { name: item.name })}</Alert>}
          {!vendor.accepting_orders && <Alert tone="info">{closedText(vendor, venue.timezone, now)}</Alert>}
          {isVendor && (
            <Alert tone="info">
              {t('Switch to your personal account to order.')} <LinkText to="/profile">{t('My Account')}</LinkText>
            </Alert>
          )}
        </div>
      )}
      <fieldset className={styles.choices} disabled={!isOrderable}>
        {offer.variants.length > 0 && (
          <div className={styles.field}>
            <ChoiceGroup
              type="radio"
              title={offer.variants.length > 1 ? t('Choose one') : t('Comes as')}
              choices={offer.variants.map(({ id, name, price: major }) => ({
                id,
                name: <InLanguage of={item.language}>{name}</InLanguage>,
                price: price(major),
              }))}
              selected={[shown.variantId]}
              onChange={([variantId = choice.variantId]) => choose({ ...choice, variantId })}
            />
          </div>
        )}
        <div ref={groupsBox}>
          {offer.groups.map((group) => (
            <OptionField
              key={group.id}
              group={group}
              language={item.language}
              choice={shown}
              price={price}
              isOrderable={isOrderable}
              isAsked={isAskingFor === group.id && unmet?.id === group.id}
              onChange={choose}
            />
          ))}
        </div>
        <div className={styles.field}>
          <TextArea
            label={t('Notes')}
            placeholder={t('Allergies, less salt, no spring onion…')}
            maxLength={MAX_NOTES}
            hint={choice.notes.length > MAX_NOTES - 100 && roomText(MAX_NOTES - choice.notes.length)}
            value={choice.notes}
            onChange={({ target: { value: notes } }) => choose({ ...choice, notes })}
          />
        </div>
      </fieldset>
      {!isVendor && (
        <ItemBuyBar
          venue={venue}
          vendor={vendor}
          amounts={amounts}
          isOrderable={isOrderable}
          step={adding.step}
          onQuantity={(quantity) => choose({ ...choice, quantity })}
          onAdd={add}
        />
      )}
      {adding.problem && (
        <div className={styles.messages}>
          <Alert>{adding.problem}</Alert>
        </div>
      )}
    </ItemFrame>
  );
}

interface OptionFieldProps {
  group: OptionGroup;
  /** The language of the item; undefined if it is unknown. */
  language: string | undefined;
  choice: ItemChoice;
  /** Formats major units. */
  price: (major: number) => string;
  /** The item can be ordered, so the group shows what it requires. */
  isOrderable: boolean;
  /** The user has tried to add the item without this choice. */
  isAsked: boolean;
  onChange: (choice: ItemChoice) => void;
}

function OptionField({ group, language, choice, price, isOrderable, isAsked, onChange }: OptionFieldProps) {
  const chosen = chosenOptions(group, choice);
  return (
    <div className={styles.field}>
      <ChoiceGroup
        type={isSingleChoice(group) ? 'radio' : 'checkbox'}
        title={<InLanguage of={language}>{group.name}</InLanguage>}
        hint={isOrderable ? selectionHint(group, chosen.length) : undefined}
        isMet={chosen.length > 0 && isSelectionMet(group, chosen.length)}
        max={group.max_select}
        error={isAsked && askText(group)}
        choices={group.options.data.map(({ id, name, price: major, allergens }) => ({
          id,
          name: <InLanguage of={language}>{name}</InLanguage>,
          price: major > 0 ? `+${price(major)}` : undefined,
          note: allergens && t('Contains {allergens}', { allergens: enumerate(allergens.map(dietName)) }),
        }))}
        selected={chosen}
        onChange={(selected) => onChange(withOptions(group, choice, selected))}
      />
    </div>
  );
}

/** Asks for the choice that a group requires. */
function askText({ min_select: count, max_select }: OptionGroup): string {
  return count === max_select
    ? t('Choose {count} to continue.', { count })
    : t('Choose at least {count} to continue.', { count });
}

/** Says how much more may be typed. */
const roomText = (left: number) => plural(left, { one: '# characters left', other: '# characters left' });

/** Focuses the first choice of a group and scrolls it into view. */
function focusGroup(box: HTMLElement | null, index: number): void {
  const input = box?.children[index]?.querySelector('input');
  input?.focus({ preventScroll: true });
  input?.closest('[role]')?.scrollIntoView({ block: 'center' });
}
