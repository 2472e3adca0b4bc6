import type { ReactNode } from 'react';
import { Page, type PageProps } from './page';
import { QuietHeading } from './quiet-heading';
import styles from './state-page.module.css';

export interface StatePageProps {
  /** The page's name, for those who listen. */
  heading: string;
  width?: PageProps['width'];
  /** One EmptyState or FailedState. */
  children: ReactNode;
}

/**
 * A page that is nothing but its state: it failed, is not here, or is not yours. It has no list and no picture, so the
 * shell's header, which knows it by its attribute, offers no search and floats over nothing.
 */
export function StatePage({ heading, width, children }: StatePageProps) {
  return (
    <div data-state-page="">
      <Page width={width} className={styles.page}>
        <QuietHeading>{heading}</QuietHeading>
        {children}
      </Page>
    </div>
  );
}
