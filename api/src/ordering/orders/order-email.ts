import { escapeHtml } from 'core/texts/escape-html';
import { addressParagraph } from '../../messages/mail/address';
import { emailPage, linkParagraphs } from '../../messages/mail/email-page';
import type { Email } from '../../messages/mail/mailer';
import { t } from '../../words';

export interface OrderNews {
  /** 'Your order K-101 was cancelled'. The number identifies the order. */
  title: string;
  /** The event in a sentence, which the order's page also shows. */
  message: string;
  /** True if money goes back to the customer. */
  isRefund: boolean;
}

export interface OrderEmailInput {
  email: string;
  news: OrderNews;
  /** The stall, its hall and the address: 'Kumo Ramen, Granary Square Market, 1 Granary Square, London'. */
  place: string;
  /** The link to the customer's orders. */
  link: string;
}

/** The address may be unconfirmed, so the email names no person. */
export function orderEmail({ email, news: { title, message, isRefund }, place, link }: OrderEmailInput): Email {
  const sentences = [message, ...(isRefund ? [t('It takes your bank some days to show it.')] : [])];
  return {
    to: email,
    subject: title,
    text: [title, ...sentences, place, t('Your orders: {link}', { link })].join('\n\n'),
    html: emailPage(title, [
      ...sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
      addressParagraph(place),
      ...linkParagraphs(t('Your orders'), link),
    ]),
  };
}
