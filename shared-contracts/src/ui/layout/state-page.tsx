import type { ReactNode } from 'react';
import { useRootMark } from '../use-root-mark';
import { Page, type PageProps } from './page';
import { QuietHeading } from './quiet-heading';
import styles from './state-page.module.css';

export interface StatePageProps {
  /** The page's name, for screen readers. */
  heading: string;
  width?: PageProps['width'];
  /** One EmptyState or FailedState. */
  children: ReactNode;
}

/**
 * A page that shows only its state: it failed, does not exist, or is not yours. It has no list and no picture, so it
 * marks the root, and the shell's header then offers no search and does not float.
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
