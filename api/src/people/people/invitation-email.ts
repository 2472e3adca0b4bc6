import { escapeHtml } from 'core/texts/escape-html';
import type { Role } from 'shared-contracts/types';
import { emailPage } from '../../messages/mail/email-page';
import type { Email } from '../../messages/mail/mailer';

export interface InvitationEmailInput {
  email: string;
  role: Role;
  venue: string;
  /** Null for an operator. */
  vendor: string | null;
  /** The link that accepts the invitation. */
  link: string;
}

const HOW = 'To accept it, open this page within 7 days. It works once, for this email address:';
const OTHERWISE = 'If you do not know what this is about, you can ignore this email.';

const OF: Readonly<Record<Role, string>> = { owner: 'an owner of', staff: 'staff of', operator: 'an operator of' };

/** The email leaves out the inviter's name, because its owner can type any text. */
export function invitationEmail({ email, role, venue, vendor, link }: InvitationEmailInput): Email {
  const subject = `Your invitation to ${vendor ?? venue}`;
  const what = `You are invited to become ${OF[role]} ${vendor === null ? venue : `${vendor} at ${venue}`}.`;
  const href = escapeHtml(link);
  return {
    to: email,
    subject,
    text: ['Hello,', '', `${what} ${HOW}`, '', link, '', OTHERWISE].join('\n'),
    html: emailPage(subject, [
      '<p>Hello,</p>',
      `<p>${escapeHtml(what)} ${HOW}</p>`,
      `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:14px 22px;border-radius:12px;background:#ffc12e;color:#1f1b16;font-weight:700;text-decoration:none">See the invitation</a></p>`,
      `<p style="font-size:14px;overflow-wrap:anywhere">Or copy this address: ${href}</p>`,
      `<p style="font-size:14px">${OTHERWISE}</p>`,
    ]),
  };
}
