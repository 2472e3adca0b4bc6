import type { ReactNode } from 'react';
import { Card } from 'shared-contracts/ui';
import { BrandMark } from '../brand/brand-mark';
import styles from './sign-in-card.module.css';

export interface SignInCardProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

/** A sign-in form as a page: the modal's card, centered on the page. */
export function SignInCard({ title, text, children }: SignInCardProps) {
  return (
    <Card as="section" className={styles.card}>
      <BrandMark size="large" />
      <h1 className={styles.title}>{title}</h1>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.content}>{children}</div>
    </Card>
  );
}
