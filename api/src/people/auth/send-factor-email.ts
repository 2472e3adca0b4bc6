import { inLanguage } from 'core/http/language';
import type { Deps } from '../../deps';
import { sendSoon } from '../../messages/mail/send-soon';
import { type FactorEvent, factorEmail } from '../factors/factor-email';
import { readerLanguage } from './reader-language';

/** Tells the owner of the account, after the response. */
export async function sendFactorEmail(deps: Deps, email: string, event: FactorEvent): Promise<void> {
  const language = await readerLanguage(deps.db, email);
  const message = inLanguage(language, () => factorEmail({ email, site: deps.config.siteUrl, event }));
  sendSoon(deps, 'second factor email', () => deps.mailer.send(message));
}
