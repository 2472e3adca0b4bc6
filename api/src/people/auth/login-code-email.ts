import { escapeHtml } from 'core/texts/escape-html';
import { emailPage } from '../../messages/mail/email-page';
import type { Email } from '../../messages/mail/mailer';

export interface LoginCodeEmailInput {
  email: string;
  /** Six digits. */
  code: string;
  /** The address of the site: the one place to enter the code. */
  site: string;
}

const HOW = 'It works once, for ten minutes, in the tab of your browser that asked for it.';
const OTHERWISE = 'If you did not ask for it, you can ignore this email. Give the code to no one: we never ask for it.';

/**
 * The code is in the subject, for a phone that shows no more of an email. What it is for is not: it signs in, and deletes an
 * account. No name is in it: a stranger may have typed the account's.
 */
export function loginCodeEmail({ email, code, site }: LoginCodeEmailInput): Email {
  const subject = `${code} is your code`;
  return {
    to: email,
    subject,
    text: ['Hello,', '', `your code for ${site} is:`, '', code, '', HOW, '', OTHERWISE].join('\n'),
    html: emailPage('Your code', [
      `<p>Hello, your code for ${escapeHtml(site)} is:</p>`,
      `<p style="margin:24px 0;font-size:32px;font-weight:700;letter-spacing:6px">${code}</p>`,
      `<p>${HOW}</p>`,
      `<p style="font-size:14px">${OTHERWISE}</p>`,
    ]),
  };
}
