import type { ReactNode } from 'react';
import { useRootMark } from '../use-root-mark';
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
 * shell's header, which knows it by the root's mark, offers no search and floats over nothing.
 */
export function StatePage({ heading, width, children }: StatePageProps) {
  useRootMark('state-page');
  return (
    <Page width={width} className={styles.page}>
      <QuietHeading>{heading}</QuietHeading>
      {children}
    </Page>
  );
}
