import { escapeHtml } from 'core/texts/escape-html';
import type { Role } from 'shared-contracts/types';
import { emailPage } from '../../messages/mail/email-page';
import type { Email } from '../../messages/mail/mailer';
import { t } from '../../words';

export interface InvitationEmailInput {
  email: string;
  role: Role;
  venue: string;
  /** Null for an operator. */
  vendor: string | null;
  /** The link that accepts the invitation. */
  link: string;
}

function whatOf({ role, venue, vendor }: Pick<InvitationEmailInput, 'role' | 'venue' | 'vendor'>): string {
  if (vendor === null) {
    switch (role) {
      case 'owner':
        return t('You are invited to become an owner of {venue}.', { venue });
      case 'staff':
        return t('You are invited to become staff of {venue}.', { venue });
      case 'operator':
        return t('You are invited to become an operator of {venue}.', { venue });
    }
  }
  switch (role) {
    case 'owner':
      return t('You are invited to become an owner of {vendor} at {venue}.', { vendor, venue });
    case 'staff':
      return t('You are invited to become staff of {vendor} at {venue}.', { vendor, venue });
    case 'operator':
      return t('You are invited to become an operator of {vendor} at {venue}.', { vendor, venue });
  }
}

/** The email leaves out the inviter's name, because its owner can type any text. */
export function invitationEmail({ email, role, venue, vendor, link }: InvitationEmailInput): Email {
  const subject = t('Your invitation to {place}', { place: vendor ?? venue });
  const what = whatOf({ role, venue, vendor });
  const how = t('To accept it, open this page within 7 days. It works once, for this email address:');
  const otherwise = t('If you do not know what this is about, you can ignore this email.');
  const href = escapeHtml(link);
  return {
    to: email,
    subject,
    text: [t('Hello,'), '', `${what} ${how}`, '', link, '', otherwise].join('\n'),
    html: emailPage(subject, [
      `<p>${t('Hello,')}</p>`,
      `<p>${escapeHtml(what)} ${how}</p>`,
      `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:14px 22px;border-radius:12px;background:#ffc12e;color:#1f1b16;font-weight:700;text-decoration:none">${t('See the invitation')}</a></p>`,
      `<p style="font-size:14px;overflow-wrap:anywhere">${t('Or copy this address: {address}', { address: href })}</p>`,
      `<p style="font-size:14px">${otherwise}</p>`,
    ]),
  };
}
