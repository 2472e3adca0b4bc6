import { emailPage, linkParagraphs } from '../../messages/mail/email-page';
import type { Email } from '../../messages/mail/mailer';

export interface ResetEmailInput {
  email: string;
  /** The link to the page that sets a new password. */
  link: string;
}

const SUBJECT = 'Reset your password';
const WHY = 'We received a request to reset the password of your account.';
const HOW = 'To choose a new one, open this page within an hour:';
const OTHERWISE = 'If you did not ask for it, you can ignore this email: your password stays as it is.';

/**
 * The email contains no name. A stranger may have typed one when registering with this address, which was never confirmed.
 */
export function resetEmail({ email, link }: ResetEmailInput): Email {
  return {
    to: email,
    subject: SUBJECT,
    text: ['Hello,', '', `${WHY} ${HOW}`, '', link, '', OTHERWISE].join('\n'),
    html: emailPage(SUBJECT, [
      '<p>Hello,</p>',
      `<p>${WHY} ${HOW}</p>`,
      ...linkParagraphs('Choose a new password', link),
      `<p style="font-size:14px">${OTHERWISE}</p>`,
    ]),
  };
}
