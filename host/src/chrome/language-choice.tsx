/** The choice of the page's language, in the side panel. */
import { shellState, showToast } from 'shared-contracts/events';
import { currentLanguage, languageName } from 'shared-contracts/language';
import { Select } from 'shared-contracts/ui';
import { LANGUAGES } from '../load-words';
import { askWorkerForPage } from '../releases/next-release';
import { t } from '../words';

const YEAR_SECONDS = 31_536_000;

/** Each language is called by its own name, for someone who reads no other. */
const nameIn = (language: string) => languageName(language, language);

const capitalized = (name: string, language: string) => name.charAt(0).toLocaleUpperCase(language) + name.slice(1);

/**
 * Keeps the choice on this device and loads the page in that language. The server reads the cookie, since it writes the page. Without a connection it only
 * says so: the page that is cached on the device is in the language before.
 */
export async function chooseLanguage(language: string, reload = () => window.location.reload()): Promise<void> {
  if (!shellState().connection.isOnline) {
    showToast(t('You are offline. Change the language when you are connected again.'), { color: 'danger' });
    return;
  }
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
  document.cookie = `language=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  // Otherwise the worker would show its cached page, which is in the language before.
  await askWorkerForPage();
  reload();
}

export function LanguageChoice({ className }: { className?: string | undefined }) {
  return (
    <Select
      className={className}
      label={t('Language')}
      value={currentLanguage()}
      options={LANGUAGES.map((language) => ({
        value: language,
        label: capitalized(nameIn(language), language),
        lang: language,
      }))}
      onChange={({ target }) => void chooseLanguage(target.value)}
    />
  );
}
