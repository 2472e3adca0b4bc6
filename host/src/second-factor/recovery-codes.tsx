import { showToast } from 'shared-contracts/events';
import { Button } from 'shared-contracts/ui';
import { saveFile } from '../save-file';
import { t } from '../words';
import styles from './second-factor.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shows new recovery codes, which are never shown again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const save = () => {
    const text = `${t('Recovery codes of your account')} (${window.location.host})\n\n${codes.join('\n')}\n`;
    saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt');
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      showToast(t('The codes are copied.'), { color: 'success' });
    } catch {
      showToast(t('The codes could not be copied. Download them instead.'), { color: 'danger' });
    }
  };
  return (
    <div className={styles.steps}>
      <p>
        {t(
          'Keep these ten codes where your phone is not: printed, or in a password manager. Each signs you in once if you lose the phone. They are not shown again.',
        )}
      </p>
      <ul className={styles.codes} dir="ltr" translate="no" aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button size="tall" wide onClick={save}>
        {t('Download the codes')}
      </Button>
      {/* A page without https has no clipboard. */}
      {'clipboard' in navigator && (
        <Button size="tall" wide onClick={() => void copy()}>
          {t('Copy the codes')}
        </Button>
      )}
      <Button variant="primary" size="tall" wide onClick={onDone}>
        {t('I have kept the codes')}
      </Button>
    </div>
  );
}
