/** What the provider said to the keys of a hall, in sentences. */
import type { ReactNode } from 'react';
import type { HallSettings, ProviderCheck } from 'shared-contracts/types';
import { rich, t } from '../words';

export interface Finding {
  isOk: boolean;
  text: ReactNode;
}

/** A code of the provider stays as it is in every language. */
const quoted = (content: ReactNode[]) => (
  <code key="code" dir="ltr" translate="no">
    {content}
  </code>
);

type Payments = HallSettings['payments'];

export function keyFinding({ key, provider, setting, detail }: ProviderCheck, payments: Payments): Finding {
  switch (key) {
    case 'accepted':
      return { isOk: true, text: acceptedText(provider, payments) };
    case 'refused':
      return {
        isOk: false,
        text: rich<ReactNode>(
          '{provider} refuses the key in {setting} (<code>{detail}</code>). Set the right key on the server and restart it.',
          { provider, setting, detail: detail ?? '', code: quoted },
        ),
      };
    case 'unreachable':
      return {
        isOk: false,
        text: t('{provider} did not respond. Look at its status page, then check again.', { provider }),
      };
    case 'missing':
      return {
        isOk: false,
        text: t('The server has no {setting}. Set it there and restart the server.', { setting }),
      };
    case 'wrong-mode':
      return { isOk: false, text: wrongModeText(setting, payments) };
  }
}

function acceptedText(provider: string, payments: Payments): string {
  switch (payments) {
    case 'live':
      return t('{provider} takes the key, for live payments.', { provider });
    case 'test':
      return t('{provider} takes the key, for test payments.', { provider });
    case 'sandbox':
      return t('The sandbox takes the key in place of {provider}. No money moves.', { provider });
  }
}

const wrongModeText = (setting: string, payments: Payments): string =>
  payments === 'live'
    ? t('{setting} is no live key, and this site takes live payments. Set the live key on the server.', { setting })
    : t('{setting} is no test key, and this site takes test payments. Set the test key on the server.', { setting });

/** Null where there is nothing to say: the provider sends no webhooks. */
export function webhookFinding({ webhooks, webhook_url }: ProviderCheck): Finding | null {
  const url = webhook_url ?? '';
  switch (webhooks) {
    case 'arrives':
      return { isOk: true, text: t('Webhooks reach the site at {url}.', { url }) };
    case 'no-secret':
      return { isOk: false, text: t('The site lacks the secret of webhooks. Set it on the server and restart it.') };
    case 'lost':
      return {
        isOk: false,
        text: t('A webhook does not reach the site at {url}. Whoever runs the server looks at the proxy.', { url }),
      };
    case 'not-checked':
      return { isOk: false, text: t('The webhooks were checked too often. Try again in a minute.') };
    case 'none':
      return null;
  }
}
