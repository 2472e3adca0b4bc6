import type { FormEvent, ReactNode } from 'react';
import { Alert, Button } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './money.module.css';

interface TermsFormProps {
  submit: (event: FormEvent) => void;
  /** Says why the last attempt to save failed; undefined if it did not fail. */
  message: string | undefined;
  isPending: boolean;
  /** The fields. */
  children: ReactNode;
}

/** A form of terms: its failure, its fields and its button. */
export function TermsForm({ submit, message, isPending, children }: TermsFormProps) {
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div aria-live="polite">{message && <Alert>{message}</Alert>}</div>
      <fieldset className={styles.fields} disabled={isPending}>
        {children}
      </fieldset>
      <Button type="submit" variant="primary" busy={isPending}>
        {t('Save')}
      </Button>
    </form>
  );
}
