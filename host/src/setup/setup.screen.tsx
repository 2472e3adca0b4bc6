import { useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { useLocation } from 'shared-contracts/router';
import { personalContext, startSession } from 'shared-contracts/session';
import { Button, EmptyState, FailedState, Skeleton, SkeletonBlock, StatePage } from 'shared-contracts/ui';
import { PATHS } from '../routes/paths';
import { SignInCard } from '../sign-in/sign-in-card';
import { t } from '../words';
import type { SetUp } from './setup';
import styles from './setup.module.css';
import { SetupDone } from './setup-done';
import { SetupForm } from './setup-form';
import { useLinkCheck } from './use-link-check';

const title = () => t('Set up your food hall');
const text = () => t('You become its first operator. All of it can be changed later.');

/** The page of the link that a production start prints: /setup#{token}. */
export function SetupScreen() {
  const token = useLocation().hash.slice(1);
  const [done, setDone] = useState<SetUp>();
  if (done) return <SetupDone {...done} />;
  if (token === '') return <LinkEnded message={t('Open the whole link that the server printed when it started.')} />;
  return (
    <Setup
      key={token}
      token={token}
      onDone={(body) => {
        setDone(body);
        startSession(body, personalContext(body.data));
      }}
    />
  );
}

function Setup({ token, onDone }: { token: string; onDone: (body: SetUp) => void }) {
  const { check, retry } = useLinkCheck(token);
  /** Set if the link ends while the form is filled in. */
  const [ended, setEnded] = useState<ApiErrorShape>();
  if (ended) return <LinkEnded code={ended.code} message={ended.message} />;
  switch (check.state) {
    case 'checking':
      return (
        <SignInCard title={title()} text={text()}>
          <Skeleton label={t('Checking the link…')} className={styles.waiting}>
            <SkeletonBlock shape="button" />
            <SkeletonBlock shape="button" />
            <SkeletonBlock shape="button" />
          </Skeleton>
        </SignInCard>
      );
    case 'failed':
      return (
        <StatePage heading={title()}>
          <FailedState title={t('The link could not be checked')} error={check.error} onRetry={retry} />
        </StatePage>
      );
    case 'ended':
      return <LinkEnded code={check.error.code} message={check.error.message} />;
    default:
      return (
        <SignInCard title={title()} text={text()}>
          <SetupForm token={token} onDone={onDone} onEnded={setEnded} />
        </SignInCard>
      );
  }
}

/** Shows that the link was used, has expired, was replaced or is unknown. The message says what to do. */
function LinkEnded({ code, message }: { code?: string; message: string }) {
  const isSetUp = code === 'SETUP_LINK_USED';
  return (
    <StatePage heading={title()}>
      <EmptyState
        title={isSetUp ? t('This site is set up') : t('This link does not work')}
        text={message}
        action={
          <Button variant={isSetUp ? 'primary' : 'quiet'} href={isSetUp ? PATHS.login : PATHS.home}>
            {isSetUp ? t('Login') : t('Start Over')}
          </Button>
        }
      />
    </StatePage>
  );
}
