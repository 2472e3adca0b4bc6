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

/**
 * No name is in it: the account's name is what a stranger may have typed when registering with this address, which was never confirmed.
 * Mail clients read no style sheet and no custom property, so the colours of the brand are written out.
 */
export function resetEmail({ email, link }: ResetEmailInput): Email {
  const href = escapeHtml(link);
  return {
    to: email,
    subject: SUBJECT,
    text: ['Hello,', '', `${WHY} ${HOW}`, '', link, '', OTHERWISE].join('\n'),
    html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${SUBJECT}</title>
  </head>
  <body style="margin:0;padding:24px;background:#f7f6f2;color:#1f1b16;font:16px/1.5 system-ui,sans-serif">
    <div style="max-width:480px;margin:0 auto;padding:24px;border-radius:18px;background:#ffffff">
      <h1 style="margin:0 0 16px;font-size:22px">${SUBJECT}</h1>
      <p>Hello,</p>
      <p>${WHY} ${HOW}</p>
      <p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:14px 22px;border-radius:12px;background:#ffc12e;color:#1f1b16;font-weight:700;text-decoration:none">Choose a new password</a></p>
      <p style="font-size:14px;overflow-wrap:anywhere">Or copy this address: ${href}</p>
      <p style="font-size:14px">${OTHERWISE}</p>
    </div>
  </body>
</html>
`,
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
