import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { publish, useShell } from 'shared-contracts/events';
import { site } from 'shared-contracts/site';
import { Icon, SearchStatus } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './hero.module.css';

/** Shows the greeting, and below it the search field if the header has no room for one. */
export function HeroFrame({ brand, children }: { brand: string; children: ReactNode }) {
  return (
    <div className={styles.hero}>
      <h1 className={styles.title}>{t('Be Quicker with {brand}', { brand })}</h1>
      <p className={styles.promise}>{t('Order from every stall. Pay once. Skip the line.')}</p>
      <div className={styles.search}>
        <Icon of={Search} size="medium" />
        {children}
      </div>
    </div>
  );
}

/** Returns the properties of the field before it accepts text. */
export const heroField = () =>
  ({
    type: 'search',
    className: styles.input,
    'aria-label': t('Search venues'),
    placeholder: t('Search venues'),
  }) as const;

export function Hero() {
  const { text, count } = useShell((state) => state.search);
  // The field in the header announces the count itself while the user types into it.
  const [isTyping, setIsTyping] = useState(false);
  return (
    <HeroFrame brand={site().brand}>
      <input
        {...heroField()}
        enterKeyHint="search"
        value={text}
        onChange={(event) => publish('search-typed', { text: event.target.value }, 'catalog')}
        onFocus={() => setIsTyping(true)}
        onBlur={() => setIsTyping(false)}
      />
      <SearchStatus count={isTyping && text !== '' ? count : null} />
    </HeroFrame>
  );
}
