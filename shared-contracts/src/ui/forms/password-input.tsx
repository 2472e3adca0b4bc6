import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { t } from '../../words';
import { IconButton } from '../actions/icon-button';
import { Field, type FieldTexts } from './field';
import styles from './field.module.css';

export interface PasswordInputProps extends FieldTexts, Omit<ComponentProps<'input'>, 'type'> {
  /** Tells a password manager what to do here. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password, with an eye to read what was typed. */
export function PasswordInput({ label, lead, error, hint, id, className, ...input }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} lead={lead} error={error} hint={hint} id={id} className={className}>
      {(control) => (
        <div className={styles.withEnd}>
          <input
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={styles.control}
          />
          <IconButton
            className={styles.end}
            icon={isShown ? EyeOff : Eye}
            aria-label={isShown ? t('Hide password') : t('Show password')}
            onClick={() => setIsShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}
