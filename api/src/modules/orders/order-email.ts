import { escapeHtml } from '../../escape-html';
import { emailPage, linkParagraphs } from '../../mail/email-page';
import type { Email } from '../../mail/mailer';

export interface OrderNews {
  /** 'Your order K-101 was cancelled'. An order is named by its number. */
  title: string;
  /** What happened, in the words that its page shows as well. */
  message: string;
  /** Money goes back to the customer. */
  isRefund: boolean;
}

const BANK = 'It takes your bank some days to show it.';

/** The address may never have been confirmed, so it names no person. @param link of the customer's orders */
export function orderEmail(email: string, { title, message, isRefund }: OrderNews, link: string): Email {
  const sentences = [message, ...(isRefund ? [BANK] : [])];
  return {
    to: email,
    subject: title,
    text: [title, ...sentences, `Your orders: ${link}`].join('\n\n'),
    html: emailPage(title, [
      ...sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
      ...linkParagraphs('Your orders', link),
    ]),
  };
}
