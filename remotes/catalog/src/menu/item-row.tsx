import { memo, type ReactNode } from 'react';
import { type LanguageAttributes, languageAttributes } from 'shared-contracts/language';
import { formatMajor } from 'shared-contracts/rules/money';
import type { MenuItem } from 'shared-contracts/types';
import { Badge, Card, CoverImage, InLanguage, Price } from 'shared-contracts/ui';
import { dietText } from '../diet.rules';
import { t } from '../words';
import styles from './item-row.module.css';
import { listedVariant } from './menu.rules';

export interface ItemRowProps {
  item: MenuItem;
  /** The language of the menu; undefined if it is unknown. */
  language: string | undefined;
  /** The text for an item that names no allergen. */
  note?: string | undefined;
  to: string;
  currency: string;
  symbol: string;
}

/** Shows an item in a menu. */
export const ItemRow = memo(function ItemRow({ item, language, note, to, currency, symbol }: ItemRowProps) {
  const variant = listedVariant(item);
  const facts = dietText(item, note);
  return (
    <ItemRowFrame
      to={to}
      name={<InLanguage of={language}>{item.name}</InLanguage>}
      description={<Description {...languageAttributes(language)}>{item.description}</Description>}
      facts={facts && <Facts>{facts}</Facts>}
      picture={item.image_url}
    >
      {variant ? <Price>{formatMajor(variant.price, currency, symbol)}</Price> : <Badge>{t('Sold out')}</Badge>}
    </ItemRowFrame>
  );
});

export interface ItemRowFrameProps {
  to: string;
  name: ReactNode;
  /** A `Description` element. */
  description: ReactNode;
  /** A `Facts` element if something is stated. */
  facts: ReactNode;
  picture: string | null;
  /** The price, at the foot of the row. */
  children: ReactNode;
}

/** Shows what an item is in two lines. The paragraph itself has the direction of a text in another language, so that the text's end is cut. */
export function Description({ children, ...attributes }: LanguageAttributes & { children: ReactNode }) {
  return (
    <p {...attributes} className={styles.blurb}>
      {children}
    </p>
  );
}

/** Shows the line of allergens and diets. */
export function Facts({ children }: { children: ReactNode }) {
  return <p className={styles.facts}>{children}</p>;
}

/** Lays out the row of an item, also in the template of a first screen. */
export function ItemRowFrame({ to, name, description, facts, picture, children }: ItemRowFrameProps) {
  return (
    <Card to={to} className={styles.row}>
      <div className={styles.words}>
        <h3>{name}</h3>
        {description}
        {facts}
        <div className={styles.foot}>{children}</div>
      </div>
      <CoverImage src={picture} className={styles.picture} />
    </Card>
  );
}
