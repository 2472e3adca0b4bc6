/** The shell in other languages. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { publish } from 'shared-contracts/events';
import { provideCatalog } from 'shared-contracts/language';
import contractsInArabic from 'shared-contracts/locales/ar.json';
import contractsInFrench from 'shared-contracts/locales/fr.json';
import { anActiveVenue, speakEnglish, speakLanguage } from 'shared-contracts/testing';
import { LANGUAGES, languageFor, loadWords } from '../load-words';
import arabic from '../locales/ar.json';
import french from '../locales/fr.json';
import { forgetCatalogs, loadCatalog, staysEnglish } from '../remotes/catalogs';
import type { Retries } from '../remotes/retry';
import { renderShell, sessionOf, THANDI } from '../testing/render-shell';
import { SNAPSHOT } from '../testing/snapshot';
import { chooseLanguage } from './language-choice';

const speakFrench = () => speakLanguage('fr', { host: french, 'shared-contracts': contractsInFrench });
const speakArabic = () => speakLanguage('ar', { host: arabic, 'shared-contracts': contractsInArabic });
afterEach(() => {
  speakEnglish();
  forgetCatalogs();
});

const entries = (menu: HTMLElement) => [...menu.querySelectorAll('a, button')].map(({ textContent }) => textContent);
const venue = anActiveVenue();

test.each([
  [1, 1, ['1 non lueNotifications', 'Stands', '1 platPanier', 'Commandes', 'Mon compte']],
  [2, 6, ['2 non luesNotifications', 'Stands', '6 platsPanier', 'Commandes', 'Mon compte']],
])('the main menu is French, with %i unread and %i items', async (unread, itemCount, shown) => {
  speakFrench();
  const cart = { venueId: 1, cartId: 4, itemCount };
  await renderShell('/profile', { state: { session: sessionOf(THANDI), venue, cart, unread } });
  expect(entries(screen.getByRole('navigation', { name: 'Menu principal' }))).toEqual(shown);
});

test.each([
  [1, '1 صنفالسلة'],
  [2, '2 صنفانالسلة'],
  [3, '3 أصنافالسلة'],
  [11, '11 صنفًاالسلة'],
  [100, '99+ صنفالسلة'],
])('%i items in the cart have the plural form of Arabic', async (itemCount, shown) => {
  speakArabic();
  const cart = { venueId: 1, cartId: 4, itemCount };
  await renderShell('/profile', { state: { session: sessionOf(THANDI), venue, cart } });
  expect(entries(screen.getByRole('navigation', { name: 'الرئيسية' }))[2]).toBe(shown);
});

test('My Account is French, and the date of the account too', async () => {
  speakFrench();
  await renderShell('/profile', { state: { session: sessionOf(THANDI) } });
  expect(await screen.findByText(/^Vous soutenez votre quartier depuis le/)).toHaveTextContent(
    /depuis le (lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) \d/,
  );
  const main = within(screen.getByRole('main'));
  for (const name of ['Se déconnecter', 'Changer de nom', 'Télécharger mes données'])
    expect(main.getByRole('button', { name })).toBeInTheDocument();
});

test('the sign-in is Arabic, with its own checks', async () => {
  speakArabic();
  await renderShell('/login');
  expect(await screen.findByRole('heading', { level: 1, name: 'تسجيل الدخول' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'إرسال رمز إلى بريدي' }));
  expect(screen.getByRole('textbox', { name: 'البريد الإلكتروني' })).toHaveAccessibleDescription(
    'البريد الإلكتروني مطلوب',
  );
});

describe('the title of a route', () => {
  const title = () => document.querySelector('header p')?.textContent;
  const catalogs = { fr: async () => ({ default: { Vendors: 'Stands', 'Search vendors': 'Chercher un stand' } }) };
  const retries = { twice: <T,>(_remote: string, load: () => Promise<T>) => load() } as Retries;
  /** The release of the catalog has French. */
  const translated = {
    ...SNAPSHOT,
    remotes: { ...SNAPSHOT.remotes, catalog: { ...SNAPSHOT.remotes.catalog, modules: { 'locales/fr': ['fr.js'] } } },
  } as typeof SNAPSHOT;

  /** The code of the screen does not arrive, so that the page has no more than its title. */
  const withoutScreen = { snapshot: translated, failed: ['catalog'] };
  beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}));
  afterEach(() => jest.restoreAllMocks());

  test("of the shell's own pages is French", async () => {
    speakFrench();
    const { store } = await renderShell('/accessibility');
    expect(store.state.getState().title).toBe('Accessibilité');
  });

  test("of a remote's page and its search come with the remote's translations, and are not English before", async () => {
    speakFrench();
    const { store } = await renderShell('/venues/1/vendors', withoutScreen);
    expect(title()).toBe('');
    expect(screen.getByRole('button', { name: 'Rechercher' })).toBeInTheDocument();
    await act(() => loadCatalog('catalog', catalogs, retries));
    expect(title()).toBe('Stands');
    expect(screen.getByRole('button', { name: 'Chercher un stand' })).toBeInTheDocument();
    expect(store.state.getState().title).toBe('Stands');
  });

  test('does not replace one that the screen has set in the meantime', async () => {
    speakFrench();
    const { store } = await renderShell('/venues/1/vendors', withoutScreen);
    expect(title()).toBe('');
    act(() => store.publish('title-set', { title: 'Union Food Hall' }));
    act(() => provideCatalog('catalog', 'fr', { Vendors: 'Stands' }));
    act(() => staysEnglish('another remote'));
    expect(store.state.getState().title).toBe('Union Food Hall');
  });

  test('is English for a remote without the language', async () => {
    speakArabic();
    await renderShell('/venues/1/vendors');
    expect(title()).toBe('Vendors');
  });
});

describe('the choice of the language', () => {
  test('offers each language by its own name, with the present one chosen', async () => {
    speakFrench();
    await renderShell('/accessibility');
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const choice = screen.getByRole('combobox', { name: 'Langue' });
    expect(choice).toHaveValue('fr');
    const options = within(choice).getAllByRole('option');
    expect(options.map(({ textContent, lang }) => [lang, textContent])).toEqual([
      ['en', 'English'],
      ['ar', 'العربية'],
      ['es', 'Español'],
      ['fr', 'Français'],
    ]);
  });

  test('keeps the choice on the device and loads the page again', async () => {
    const reload = jest.fn();
    await chooseLanguage('ar', reload);
    expect(document.cookie).toContain('language=ar');
    expect(reload).toHaveBeenCalledTimes(1);
    // biome-ignore lint/suspicious/noDocumentCookie: the other tests have no choice
    document.cookie = 'language=; Max-Age=0; Path=/';
  });

  test('stays as it is without a connection, and says so', async () => {
    speakFrench();
    await renderShell('/accessibility');
    act(() => publish('connection-changed', { isOnline: false }));
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const choice = screen.getByRole('combobox', { name: 'Langue' });
    await userEvent.selectOptions(choice, 'ar');
    expect(
      await screen.findByText('Vous êtes hors ligne. Changez de langue une fois la connexion rétablie.'),
    ).toBeInTheDocument();
    expect(choice).toHaveValue('fr');
    expect(document.cookie).not.toContain('language=ar');
    act(() => publish('connection-changed', { isOnline: true }));
  });

  test('asks the worker for the new page first, which would show its cached page of the language before', async () => {
    const calls: string[] = [];
    const controller = {
      postMessage: ({ type }: { type: string }, [port]: MessagePort[]) => {
        calls.push(type);
        port?.postMessage('refreshed');
      },
    };
    Object.defineProperty(navigator, 'serviceWorker', { value: { controller }, configurable: true });
    const { MessageChannel: original } = globalThis;
    Object.assign(globalThis, { MessageChannel: Channel });
    await chooseLanguage('es', () => calls.push('reload'));
    Object.assign(globalThis, { MessageChannel: original });
    Reflect.deleteProperty(navigator, 'serviceWorker');
    // biome-ignore lint/suspicious/noDocumentCookie: the other tests have no choice
    document.cookie = 'language=; Max-Age=0; Path=/';
    expect(calls).toEqual(['refresh', 'reload']);
  });
});

/** jsdom has no message channel. */
class Channel {
  port1: { onmessage?: (event: { data: unknown }) => void } = {};
  port2 = { postMessage: (data: unknown) => this.port1.onmessage?.({ data }) };
}

describe("the shell's catalogs", () => {
  test.each(LANGUAGES.filter((language) => language !== 'en'))(
    '%s is loaded with that of the primitives',
    async (language) => {
      speakLanguage(language, {});
      await loadWords();
      await renderShell('/accessibility');
      await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).not.toHaveTextContent('Accessibility'));
    },
  );

  test.each([
    ['fr-CA', 'fr'],
    ['AR', 'ar'],
    ['de', 'en'],
    ['', 'en'],
  ])("a page of another site in '%s' gets the shell in %s", (tag, language) => {
    expect(languageFor(tag)).toBe(language);
  });
});
