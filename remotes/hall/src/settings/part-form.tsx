import type { ReactNode } from 'react';
import { Alert, Button } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './settings.module.css';
import type { FormPart } from './settings.rules';
import { type TheirLine, theirChanges } from './theirs.rules';
import type { PartEditing } from './use-part';

interface PartFormProps<Part extends FormPart> {
  editing: PartEditing<Part>;
  children: ReactNode;
}

/** The form of one part: what a colleague has saved meanwhile, the fields, and the buttons. */
export function PartForm<Part extends FormPart>({ editing, children }: PartFormProps<Part>) {
  const { message, errors, isDirty, isPending, submit, discard } = editing;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {editing.isStale && <Conflict editing={editing} />}
      <div aria-live="polite" className={styles.live}>
        {message && <Alert>{message}</Alert>}
      </div>
      <fieldset className={styles.fields} disabled={isPending}>
        {children}
      </fieldset>
      {/* An error of a field that this form does not show would otherwise be silent. */}
      {errors.document && <Alert>{errors.document}</Alert>}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={isPending} disabled={!isDirty}>
          {t('Save')}
        </Button>
        <Button disabled={!isDirty || isPending} onClick={discard}>
          {t('Discard')}
        </Button>
        {isDirty && <span className={styles.note}>{t('Not saved yet.')}</span>}
      </div>
    </form>
  );
}

function Conflict<Part extends FormPart>({ editing }: { editing: PartEditing<Part> }) {
  const { part, settings, base, conflict, discard, keepMine } = editing;
  return (
    <div ref={conflict} tabIndex={-1}>
      <Alert>
        <div className={styles.section}>
          <p>{t('Someone else has changed these settings meanwhile. Choose what counts.')}</p>
          <Theirs lines={theirChanges(part, base, settings)} />
          <div className={styles.actions}>
            <Button size="small" onClick={discard}>
              {t('Show theirs')}
            </Button>
            <Button size="small" onClick={keepMine}>
              {t('Keep mine')}
            </Button>
          </div>
        </div>
      </Alert>
    </div>
  );
}

function Theirs({ lines }: { lines: readonly TheirLine[] }) {
  return (
    <>
      <p>{t('Theirs:')}</p>
      <ul>
        {lines.map(({ label, value }) => (
          <li key={label}>
            {t('{label}:', { label })} <bdi translate="no">{value}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
