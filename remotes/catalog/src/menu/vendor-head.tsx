import type { ReactNode } from 'react';
import { useServerNow } from 'shared-contracts/query';
import type { DeliveryMethodType, Vendor } from 'shared-contracts/types';
import { Badge, CoverImage, DELIVERY_ICONS, InLanguage } from 'shared-contracts/ui';
import { LanguageNote } from '../language/language-note';
import { openingText } from '../opening.rules';
import { t } from '../words';
import styles from './vendor-head.module.css';

function wayName(type: DeliveryMethodType): string {
  switch (type) {
    case 'collect':
      return t('Collect');
    case 'table':
      return t('Table');
    case 'room':
      return t('Room');
    case 'address':
      return t('Address');
  }
}

/** Shows the vendor, until when it is open, and the ways in which its food reaches the customer. */
export function VendorHead({ vendor, timeZone }: { vendor: Vendor; timeZone: string }) {
  const now = useServerNow();
  const opening = vendor.accepting_orders && openingText(vendor, timeZone, now);
  return (
    <VendorHeadFrame
      name={<InLanguage of={vendor.language}>{vendor.name}</InLanguage>}
      blurb={<InLanguage of={vendor.language}>{vendor.blurb}</InLanguage>}
      language={<LanguageNote of={vendor.language} />}
      picture={vendor.image_url}
      opening={opening && <OpenUntil>{opening}</OpenUntil>}
    >
      {vendor.delivery_method_types.map((type) => (
        <li key={type}>
          <Badge icon={DELIVERY_ICONS[type]}>{wayName(type)}</Badge>
        </li>
      ))}
    </VendorHeadFrame>
  );
}

export interface VendorHeadFrameProps {
  name: ReactNode;
  blurb: ReactNode;
  /** Says in which language the menu is, if it is not the page's. */
  language: ReactNode;
  picture: string;
  opening: ReactNode;
  /** An entry for each way in which the food reaches the customer. */
  children: ReactNode;
}

/** Lays out the head. A narrow window has the picture behind a sheet of words, and a wide one has a card with the picture on the right. */
export function VendorHeadFrame({ name, blurb, language, picture, opening, children }: VendorHeadFrameProps) {
  return (
    <div className={styles.head}>
      <div className={styles.picture}>
        <CoverImage src={picture} ratio="head" eager className={styles.cover} />
      </div>
      <div className={styles.words}>
        <h1 translate="no">{name}</h1>
        <p className={styles.blurb}>{blurb}</p>
        {language}
        {opening}
        <ul className={styles.ways} aria-label={t('How you get it')}>
          {children}
        </ul>
      </div>
    </div>
  );
}

export function OpenUntil({ children }: { children: string }) {
  return (
    <p className={styles.opening}>
      <Badge>{children}</Badge>
    </p>
  );
}
