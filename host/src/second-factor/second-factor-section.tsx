import { useEffect, useRef, useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { formatDate } from 'shared-contracts/rules/dates';
import type { SecondFactor } from 'shared-contracts/types';
import { Alert, AlertDialog, Button, Card, FailedState, Modal, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { showFailure } from '../sign-in/sign-in';
import { plural, t } from '../words';
import { AddFactor } from './add-factor';
import { RecoveryCodes } from './recovery-codes';
import styles from './second-factor.module.css';
import { removeFactor, renewRecoveryCodes, useSecondFactors } from './second-factor.resource';

/** Lists the second factors of the account, and adds and removes them. */
export function SecondFactorSection() {
  const { data, error, isFetching, refetch } = useSecondFactors();
  const [isAdding, setIsAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const heading = useRef<HTMLHeadingElement>(null);
  // A person whom a hall has sent here begins where the section is.
  const isWanted = useRef(new URLSearchParams(window.location.search).has('second-factor'));
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (!isLoaded || !isWanted.current) return;
    isWanted.current = false;
    heading.current?.focus();
  }, [isLoaded]);
  const count = data?.factors.length ?? 0;
  const countBefore = useRef(count);
  // The button that removed a factor is gone.
  useEffect(() => {
    if (count < countBefore.current) heading.current?.focus();
    countBefore.current = count;
  }, [count]);
  const renew = useMutation<string[], ApiErrorShape, void>({
    mutationFn: renewRecoveryCodes,
    onSuccess: setCodes,
    onError: showFailure,
  });
  if (!data && error) {
    return (
      <FailedState
        variant="row"
        title={t('Your second factor could not be loaded')}
        error={error}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  if (!data) {
    return (
      <Card className={styles.card}>
        <Skeleton label={t('Loading your second factor…')}>
          <SkeletonBlock width="half" />
          <SkeletonBlock width="long" />
        </Skeleton>
      </Card>
    );
  }
  const { factors, recovery_codes_left, is_required, has_passkeys } = data;
  const hasFactor = factors.length > 0;
  return (
    <Card as="section" className={styles.card} aria-labelledby="second-factor">
      <h2 ref={heading} id="second-factor" tabIndex={-1} className={styles.title}>
        {t('Second factor')}
      </h2>
      {is_required && !hasFactor && (
        <Alert tone="info">{t('A hall that you run asks its operators for a second factor.')}</Alert>
      )}
      <p className={styles.note}>
        {hasFactor
          ? t('Each sign-in asks for one of these, and so does what moves money or people.')
          : t('With a second factor, someone who reads your emails or knows your password still cannot sign in.')}
      </p>
      {hasFactor && (
        <ul className={styles.list}>
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} />
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        <Button size="small" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
          {hasFactor ? t('Add another one') : t('Set up a second factor')}
        </Button>
        {hasFactor && (
          <Button size="small" busy={renew.isPending} onClick={() => renew.mutate()}>
            {t('New recovery codes')}
          </Button>
        )}
      </div>
      {hasFactor && (
        <p className={styles.note}>
          {plural(recovery_codes_left, {
            one: '# recovery code is left.',
            other: '# recovery codes are left.',
          })}
        </p>
      )}
      <Modal open={isAdding} onClose={() => setIsAdding(false)} title={t('Second factor')}>
        <AddFactor
          hasPasskeys={has_passkeys}
          onDone={() => {
            setIsAdding(false);
            showToast(t('Your second factor is set up.'), { color: 'success' });
          }}
        />
      </Modal>
      {/* The codes are not shown again, so nothing but their button closes the dialog. */}
      <Modal open={codes !== undefined} onClose={() => {}} isDismissible={false} title={t('Recovery codes')}>
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      </Modal>
    </Card>
  );
}

function FactorRow({ factor }: { factor: SecondFactor }) {
  const { id, kind, name, created_at, last_used_at } = factor;
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation<void, ApiErrorShape, void>({
    mutationFn: () => removeFactor(id),
    onSuccess: () => showToast(t('The second factor was removed.'), { color: 'success' }),
    onError: showFailure,
    onSettled: () => setIsAsking(false),
  });
  const title = kind === 'passkey' ? t('Passkey of {device}', { device: name }) : t('Authenticator app');
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p>{title}</p>
        <p className={styles.note}>
          {last_used_at
            ? t('Added {added}, last used {used}', { added: formatDate(created_at), used: formatDate(last_used_at) })
            : t('Added {added}', { added: formatDate(created_at) })}
        </p>
      </div>
      <Button size="small" aria-label={t('Remove: {factor}', { factor: title })} onClick={() => setIsAsking(true)}>
        {t('Remove')}
      </Button>
      <AlertDialog
        open={isAsking}
        title={t('Remove this second factor?')}
        okLabel={t('Remove')}
        closeLabel={t('Cancel')}
        isDanger
        busy={remove.isPending}
        onClose={() => setIsAsking(false)}
        onOk={() => remove.mutate()}
      >
        {t('It no longer signs you in.')}
      </AlertDialog>
    </li>
  );
}
