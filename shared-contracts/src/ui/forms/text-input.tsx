import type { ComponentProps } from 'react';
import { Field, type FieldTexts } from './field';
import styles from './field.module.css';

export type TextInputProps = FieldTexts & ComponentProps<'input'>;

/**
 * A field for one line of text. It takes all properties of an `<input>`, also `ref`. `className` applies to the whole field. An email runs from left to right
 * in each language, as a phone number does in each browser.
 */
export function TextInput({ label, lead, error, hint, id, className, type = 'text', ...input }: TextInputProps) {
  return (
    <Field label={label} lead={lead} error={error} hint={hint} id={id} className={className}>
      {(control) => (
        <input
          dir={type === 'email' ? 'ltr' : undefined}
          {...input}
          {...control}
          type={type}
          className={styles.control}
        />
      )}
    </Field>
  );
}
