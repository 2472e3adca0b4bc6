import { escapeHtml } from 'core/texts/escape-html';
import { emailPage } from '../../messages/mail/email-page';
import type { Email } from '../../messages/mail/mailer';
import { t } from '../../words';

export interface LoginCodeEmailInput {
  email: string;
  /** Six digits. */
  code: string;
  /** The address of the site: the only place to enter the code. */
  site: string;
}

const how = () => t('It works once, for ten minutes, in the tab of your browser that asked for it.');
const otherwise = () =>
  t('If you did not ask for it, you can ignore this email. Give the code to no one: we never ask for it.');

/**
 * The subject contains the code, for a phone that shows only the subject. It does not state the purpose, because the code signs in or deletes an
 * account. The email contains no name, because a stranger may have typed the account's name.
 */
export function loginCodeEmail({ email, code, site }: LoginCodeEmailInput): Email {
  const subject = t('{code} is your code', { code });
  return {
    to: email,
    subject,
    text: [t('Hello,'), '', t('your code for {site} is:', { site }), '', code, '', how(), '', otherwise()].join('\n'),
    html: emailPage(t('Your code'), [
      `<p>${escapeHtml(t('Hello, your code for {site} is:', { site }))}</p>`,
      `<p style="margin:24px 0;font-size:32px;font-weight:700;letter-spacing:6px">${code}</p>`,
      `<p>${how()}</p>`,
      `<p style="font-size:14px">${otherwise()}</p>`,
    ]),
  };
}
