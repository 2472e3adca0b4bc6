import { escapeHtml } from 'core/texts/escape-html';
import { emailPage } from '../../messages/mail/email-page';
import type { Email } from '../../messages/mail/mailer';
import { t } from '../../words';

/** What happened to the second factor of an account. */
export type FactorEvent = 'added' | 'removed' | 'codes-made' | 'code-used' | 'reset';

const SENTENCES: Record<FactorEvent, () => string> = {
  added: () => t('A second factor was added to your account. From now on each sign-in asks for it.'),
  removed: () => t('A second factor was removed from your account.'),
  'codes-made': () => t('New recovery codes were made for your account. The old ones no longer work.'),
  'code-used': () => t('A recovery code of your account was used in place of your second factor.'),
  reset: () => t('An operator has removed the second factor of your account, and signed you out everywhere.'),
};

/** Tells the owner of an account of a change that someone else may have made. */
export function factorEmail({ email, site, event }: { email: string; site: string; event: FactorEvent }): Email {
  const subject = t('Your account: the second factor has changed');
  const what = SENTENCES[event]();
  const otherwise = t('If it was not you, choose a new password at once and tell an operator of {site}.', { site });
  return {
    to: email,
    subject,
    text: [t('Hello,'), '', what, '', otherwise].join('\n'),
    html: emailPage(subject, [
      `<p>${t('Hello,')}</p>`,
      `<p>${escapeHtml(what)}</p>`,
      `<p style="font-size:14px">${escapeHtml(otherwise)}</p>`,
    ]),
  };
}
