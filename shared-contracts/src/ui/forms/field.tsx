import { type ReactNode, useId } from 'react';
import { cx } from '../cx';
import styles from './field.module.css';
import { FieldError } from './field-error';

/** The attributes of a control, so that its label, hint and error are read with it. */
export interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** The texts of a field. */
export interface FieldTexts {
  label: ReactNode;
  /** A text between the label and the control, such as the original of a translation. It is read with the control. */
  lead?: ReactNode;
  /** The error. A field with one is invalid: red border, icon, read out when it appears. */
  error?: string | null | false;
  /** Help below the control. An error takes its place. */
  hint?: ReactNode;
}

export interface FieldProps extends FieldTexts {
  /** The id of the control; generated when absent. */
  id?: string;
  className?: string;
  children: (control: FieldWiring) => ReactNode;
}

/**
 * Lays out a control with its label above and its error or hint below. Use it for a control of your own; TextInput, TextArea
 * and Select contain it.
 */
export function Field({ label, lead, error, hint, id, className, children }: FieldProps) {
  const made = useId();
  const controlId = id ?? made;
  const errorId = `${controlId}-error`;
  const hintId = `${controlId}-hint`;
  const leadId = `${controlId}-lead`;
  const showsHint = Boolean(hint) && !error;
  const described = [lead ? leadId : [], error ? errorId : showsHint ? hintId : []].flat();

  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={controlId}>
        {label}
      </label>
      {lead && (
        <div id={leadId} className={styles.lead}>
          {lead}
        </div>
      )}
      {children({
        id: controlId,
        'aria-describedby': described.join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {/* In the page from the start, so that a text that arrives later is announced. */}
      <div id={errorId} aria-live="polite">
        {error && <FieldError>{error}</FieldError>}
      </div>
      {showsHint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
