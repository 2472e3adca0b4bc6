import { emailPage, escapeHtml } from '../../mail/email-page';
import type { Email } from '../../mail/mailer';

export interface ResetEmailInput {
  email: string;
  /** Where a new password is chosen. */
  link: string;
}

const SUBJECT = 'Reset your password';
const WHY = 'We received a request to reset the password of your account.';
const HOW = 'To choose a new one, open this page within an hour:';
const OTHERWISE = 'If you did not ask for it, you can ignore this email: your password stays as it is.';

/** No name is in it: the account's name is what a stranger may have typed when registering with this address, which was never confirmed. */
export function resetEmail({ email, link }: ResetEmailInput): Email {
  const href = escapeHtml(link);
  return {
    to: email,
    subject: SUBJECT,
    text: ['Hello,', '', `${WHY} ${HOW}`, '', link, '', OTHERWISE].join('\n'),
    html: emailPage(SUBJECT, [
      '<p>Hello,</p>',
      `<p>${WHY} ${HOW}</p>`,
      `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:14px 22px;border-radius:12px;background:#ffc12e;color:#1f1b16;font-weight:700;text-decoration:none">Choose a new password</a></p>`,
      `<p style="font-size:14px;overflow-wrap:anywhere">Or copy this address: ${href}</p>`,
      `<p style="font-size:14px">${OTHERWISE}</p>`,
    ]),
  };
}
