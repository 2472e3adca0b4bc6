import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field';
import styles from './field.module.css';

export type TextInputProps = FieldTexts & ComponentProps<'input'>;

/** One line of text. Everything an `<input>` takes, `ref` too; `className` is the field's. */
export function TextInput({ label, error, hint, id, className, type = 'text', ...input }: TextInputProps) {
  return (
    <Field label={label} error={error} hint={hint} id={id} className={className}>
      {(control) => <input {...input} {...control} type={type} className={styles.control} />}
    </Field>
  );
}
