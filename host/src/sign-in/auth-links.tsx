import type { AuthMode } from 'shared-contracts/events';
import { LinkText } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './form.module.css';

const WORDS: Record<AuthMode, () => string> = {
  Login: () => t('Login'),
  Register: () => t('Register'),
  ForgotPassword: () => t('Forgot password?'),
};

export interface AuthLinksProps {
  /** The other forms; the first link is emphasized. */
  modes: readonly [AuthMode, ...AuthMode[]];
  onModeChange: (mode: AuthMode) => void;
}

/** Links from one sign-in form to the others. */
export function AuthLinks({ modes, onModeChange }: AuthLinksProps) {
  return (
    <div className={styles.foot}>
      {modes.map((mode, index) => (
        <LinkText key={mode} quiet={index > 0} onClick={() => onModeChange(mode)}>
          {WORDS[mode]()}
        </LinkText>
      ))}
    </div>
  );
}
