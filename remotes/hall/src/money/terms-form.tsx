import type { FormEvent, ReactNode } from 'react';
import { Alert, Button } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './money.module.css';

interface TermsFormProps {
  submit: (event: FormEvent) => void;
  /** Says why the last attempt to save failed; undefined if it did not fail. */
  message: string | undefined;
  isPending: boolean;
  /** What a colleague has saved meanwhile, in words; undefined if nobody has. */
  theirs?: { words: string; onShow: () => void; onKeepMine: () => void } | undefined;
  /** The fields. */
  children: ReactNode;
}

/** A form of terms: its failure, its fields and its button. */
export function TermsForm({ submit, message, isPending, theirs, children }: TermsFormProps) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        if (theirs) event.preventDefault();
        else submit(event);
      }}
      noValidate
    >
      <div aria-live="polite">
        {message && <Alert>{message}</Alert>}
        {theirs && !isPending && (
          <Alert>
            <div className={styles.section}>
              <p>{t('Someone else has changed these terms meanwhile. Choose what counts.')}</p>
              <p>{theirs.words}</p>
              <div className={styles.actions}>
                <Button size="small" onClick={theirs.onShow}>
                  {t('Show theirs')}
                </Button>
                <Button size="small" onClick={theirs.onKeepMine}>
                  {t('Keep mine')}
                </Button>
              </div>
            </div>
          </Alert>
        )}
      </div>
      <fieldset className={styles.fields} disabled={isPending}>
        {children}
      </fieldset>
      <Button type="submit" variant="primary" busy={isPending}>
        {t('Save')}
      </Button>
    </form>
  );
}
