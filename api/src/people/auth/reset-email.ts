import { emailPage, linkParagraphs } from '../../messages/mail/email-page';
import type { Email } from '../../messages/mail/mailer';
import { t } from '../../words';

export interface ResetEmailInput {
  email: string;
  /** The link to the page that sets a new password. */
  link: string;
}

/**
 * The email contains no name. A stranger may have typed one when registering with this address, which was never confirmed.
 */
export function resetEmail({ email, link }: ResetEmailInput): Email {
  const subject = t('Reset your password');
  const why = t('We received a request to reset the password of your account.');
  const how = t('To choose a new one, open this page within an hour:');
  const otherwise = t('If you did not ask for it, you can ignore this email: your password stays as it is.');
  return {
    to: email,
    subject,
    text: [t('Hello,'), '', `${why} ${how}`, '', link, '', otherwise].join('\n'),
    html: emailPage(subject, [
      `<p>${t('Hello,')}</p>`,
      `<p>${why} ${how}</p>`,
      ...linkParagraphs(t('Choose a new password'), link),
      `<p style="font-size:14px">${otherwise}</p>`,
    ]),
  };
}
