import type { ComponentProps } from 'react';
import { cx } from '../cx';
import { Field, type FieldTexts } from './field';
import styles from './field.module.css';

export type TextAreaProps = FieldTexts & ComponentProps<'textarea'>;

/** A field for several lines of text. It has three rows by default. */
export function TextArea({ label, lead, error, hint, id, className, rows = 3, ...area }: TextAreaProps) {
  return (
    <Field label={label} lead={lead} error={error} hint={hint} id={id} className={className}>
      {(control) => <textarea {...area} {...control} rows={rows} className={cx(styles.control, styles.area)} />}
    </Field>
  );
}
