import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../cx';
import { Icon } from '../icon';
import { Field, type FieldTexts } from './field';
import styles from './field.module.css';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
  /** The language of the label, if it is not the page's. */
  lang?: string;
}

export interface SelectProps extends FieldTexts, Omit<ComponentProps<'select'>, 'multiple' | 'value' | 'children'> {
  options: readonly SelectOption[];
  /** The chosen option's value; `''` while nothing is chosen. */
  value: string;
  /** Shown while nothing is chosen ('Choose one'). Without it the first option is chosen. */
  placeholder?: string;
}

/** A field that opens the device's own list of choices. */
export function Select({
  label,
  lead,
  error,
  hint,
  id,
  className,
  options,
  placeholder,
  value,
  ...select
}: SelectProps) {
  return (
    <Field label={label} lead={lead} error={error} hint={hint} id={id} className={className}>
      {(control) => (
        <div className={styles.withEnd}>
          <select
            {...select}
            {...control}
            value={value}
            className={cx(styles.control, placeholder && value === '' && styles.unchosen)}
          >
            {placeholder && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled} lang={option.lang}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} size="medium" className={styles.chevron} />
        </div>
      )}
    </Field>
  );
}
