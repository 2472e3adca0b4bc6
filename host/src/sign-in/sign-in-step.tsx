import { api, notAnAnswer } from 'shared-contracts/client';
import { isUser } from 'shared-contracts/session';
import type { FactorQuestion, SignedIn } from 'shared-contracts/types';
import { t } from '../words';
import { FactorForm } from './factor-form';

export interface SignInStepProps {
  question: FactorQuestion;
  onSignedIn: (body: SignedIn) => void;
  onLeave: () => void;
}

/** The second step of a sign-in: there is no session before it. */
export function SignInStep({ question, onSignedIn, onLeave }: SignInStepProps) {
  return (
    <FactorForm
      question={question}
      send={async (answer) => {
        const body = await api().post<SignedIn>('/login/second-factor', answer);
        if (typeof body.token !== 'string' || !isUser(body.data)) throw notAnAnswer();
        return body;
      }}
      onSuccess={onSignedIn}
      onLeave={onLeave}
      leaveLabel={t('Start again')}
    />
  );
}
