/** Tests the editor of a menu in several languages. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { type FakeRequest, fakeApi, renderScreen, speakEnglish, speakLanguage, VENDOR } from 'shared-contracts/testing';
import type { EditedItem, MenuEditor } from 'shared-contracts/types';
import arabic from '../locales/ar.json';
import { aMenuToEdit, anEditedItem } from '../testing/menu';
import { storeDraft } from './draft-store';
import { toDraft, toFields } from './menu-draft.rules';
import { Screen } from './menu-editor.screen';

const PATH = '/vendors/7/menu-editor';

const choices = {
  id: 5,
  name: 'Toppings',
  status: 'active' as const,
  min_select: 0,
  max_select: null,
  options: [
    { id: 51, name: 'Egg', price: 1, status: 'active' as const, allergens: [], texts: { fr: { name: 'Œuf' } } },
  ],
};
const picture = { image_url: '/pictures/m.webp', hero_url: '/pictures/h.webp', image_alt: 'A bowl' };
const miso = (fields: Partial<EditedItem> = {}) =>
  anEditedItem(101, 'Miso', { description: 'Hot', ...picture, option_groups: [choices], ...fields });

const aMenu = (languages = ['en', 'fr', 'ar'], version = 'first', item = miso()): MenuEditor =>
  aMenuToEdit({ version, languages, items: [item, anEditedItem(102, 'Shoyu')] });

const apiWith = (menu = aMenu()) => fakeApi().on(`GET ${PATH}`, { data: menu });
const show = (api = apiWith()) =>
  renderScreen(<Screen />, { api, at: '/vendor/7/menu', path: '/vendor/:vendorId/menu', state: { session: VENDOR } });
const edited = (menu: MenuEditor) => ({ data: { ...menu, entry_id: 101 } });
const bodies = ({ requests }: { requests: FakeRequest[] }) =>
  requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
const changed = (menu: MenuEditor) => new ApiError(409, { code: 'MENU_CHANGED', message: 'It changed.', data: menu });

beforeEach(() => window.sessionStorage.clear());
afterEach(speakEnglish);

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const openTab = async (name: RegExp) => userEvent.click(await screen.findByRole('tab', { name }));
const field = (name: string) => screen.findByRole('textbox', { name });
async function type(name: string, text: string): Promise<void> {
  const control = await field(name);
  await userEvent.clear(control);
  if (text) await userEvent.paste(text);
}
const editMiso = () => press('Edit Miso');

describe('the form of an entry', () => {
  test.each([[['en']], [undefined]])('has no tabs in a venue with the languages %j', async (languages) => {
    show(apiWith(aMenuToEdit({ languages })));
    await editMiso();
    expect(await field('Name')).not.toHaveAttribute('lang');
    expect(screen.queryByRole('tablist')).toBeNull();
  });

  test('has a tab for each language, with the number of its missing texts', async () => {
    show();
    await editMiso();
    const tabs = within(await screen.findByRole('tablist', { name: 'Languages' }));
    expect(tabs.getAllByRole('tab').map((tab) => tab.getAttribute('aria-label') ?? tab.textContent)).toEqual([
      'English',
      'Français 5 missing',
      'العربية 6 missing',
    ]);
    expect(tabs.getByRole('tab', { name: 'English' })).toHaveAttribute('aria-selected', 'true');
    expect(tabs.getByText('Français')).toHaveAttribute('lang', 'fr');
  });

  test('counts what is typed', async () => {
    show();
    await editMiso();
    await openTab(/^Français/);
    await type('Description', 'Chaude');
    expect(screen.getByRole('tab', { name: 'Français 4 missing' })).toBeInTheDocument();
    await type('Description', '');
    expect(screen.getByRole('tab', { name: 'Français 5 missing' })).toBeInTheDocument();
  });

  test('shows in the tab of another language its texts, each with its original, and nothing else', async () => {
    show();
    await editMiso();
    await openTab(/^Français/);
    const panel = within(screen.getByRole('tabpanel', { name: /^Français/ }));
    const texts = panel.getAllByRole('textbox').map((input) => {
      const original = document.getElementById(input.getAttribute('aria-describedby') ?? '');
      return [original?.textContent, (input as HTMLInputElement).value];
    });
    expect(texts).toEqual([
      ['Miso', ''],
      ['Hot', ''],
      ['A bowl', ''],
      ['Regular', ''],
      ['Toppings', ''],
      ['Egg', 'Œuf'],
    ]);
    expect(panel.queryByRole('checkbox')).toBeNull();
    expect(panel.queryByRole('button')).toBeNull();
    expect(panel.getByText('Hot')).toHaveAttribute('lang', 'en');
    expect(await field('Name')).toHaveAttribute('lang', 'fr');
  });

  test('types Arabic from right to left, beside its original from left to right', async () => {
    show();
    await editMiso();
    await openTab(/^العربية/);
    expect(await field('Description')).toHaveAttribute('dir', 'rtl');
    expect(screen.getByText('Hot')).toHaveAttribute('dir', 'ltr');
    await openTab(/^English/);
    expect(await field('Description')).toHaveAttribute('dir', 'ltr');
  });

  test('is in Arabic too, and its English texts stay from left to right', async () => {
    speakLanguage('ar', { 'vendor-tools': arabic });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'تعديل Miso' }));
    expect(await screen.findByRole('tab', { name: 'Français 5 نصوص ناقصة' })).toBeInTheDocument();
    expect(screen.getByDisplayValue('Miso')).toHaveAttribute('dir', 'ltr');
    for (const name of ['All day', 'Bowls', 'Shoyu']) expect(screen.getByText(name)).toHaveAttribute('dir', 'ltr');
  });

  test.each([
    ['menu', 'Edit the menu All day'],
    ['section', 'Edit the section Bowls'],
  ])('of a %s has the tabs too', async (_kind, button) => {
    show();
    await press(button);
    await openTab(/^Français 1 missing/);
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
  });

  test('has no field for a description that the entry does not have', async () => {
    show();
    await press('Edit Shoyu');
    await openTab(/^Français/);
    expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull();
  });

  test('saves the texts of all languages together', async () => {
    const { api } = show();
    api.on(`PUT ${PATH}/items/101`, edited(aMenu()));
    await editMiso();
    await type('Name', 'Red miso');
    await openTab(/^Français/);
    await type('Name', ' Miso rouge ');
    await type('Name of size 1', 'Normal');
    await type('Name of the choices', 'Garnitures');
    await openTab(/^العربية/);
    await type('Name of choice 1', 'بيضة');
    await press('Save');
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeVisible();
    expect(bodies(api)).toMatchObject([
      {
        version: 'first',
        name: 'Red miso',
        texts: { fr: { name: 'Miso rouge' } },
        variants: [{ id: 1010, texts: { fr: { name: 'Normal' } } }],
        option_groups: [
          {
            texts: { fr: { name: 'Garnitures' } },
            options: [{ id: 51, texts: { fr: { name: 'Œuf' }, ar: { name: 'بيضة' } } }],
          },
        ],
      },
    ]);
  });

  test('empties a text, which is a missing one then', async () => {
    const { api } = show(
      apiWith(aMenu(['en', 'fr'], 'first', miso({ texts: { fr: { name: 'Miso', description: 'Chaude' } } }))),
    );
    api.on(`PUT ${PATH}/items/101`, edited(aMenu()));
    await editMiso();
    await openTab(/^Français/);
    await type('Description', '');
    await press('Save');
    await waitFor(() =>
      expect(bodies(api)).toEqual([{ version: 'first', texts: { fr: { name: 'Miso', description: '' } } }]),
    );
  });

  test('forgets the descriptions of a picture that is removed', async () => {
    const { api } = show(apiWith(aMenu(['en', 'fr'], 'first', miso({ texts: { fr: { image_alt: 'Un bol' } } }))));
    api.on(`PUT ${PATH}/items/101`, edited(aMenu()));
    await editMiso();
    await press('Remove the picture');
    await press('Save');
    await waitFor(() =>
      expect(bodies(api)).toEqual([{ version: 'first', picture: null, texts: { fr: { image_alt: '' } } }]),
    );
  });

  test.each([
    ['texts.fr.name', 'Name'],
    ['variants.0.texts.fr.name', 'Name of size 1'],
    ['option_groups.0.options.0.texts.fr.name', 'Name of choice 1'],
  ])('shows an error at %s in its tab and moves the focus to “%s”', async (path, name) => {
    const { api } = show();
    const message = 'This has a character that cannot be used here.';
    api.on(
      `PUT ${PATH}/items/101`,
      new ApiError(422, { code: 'INVALID', message: 'No.', errors: { [path]: [message] } }),
    );
    await editMiso();
    await openTab(/^Français/);
    await type('Name', 'Miso rouge');
    await openTab(/^English/);
    await press('Save');
    await waitFor(async () => expect(await field(name)).toHaveFocus());
    expect(screen.getByRole('tab', { name: /^Français/ })).toHaveAttribute('aria-selected', 'true');
    expect(await field(name)).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(screen.getByText(/See the red fields/)).toBeInTheDocument();
  });

  test('opens the first tab for an error of its own fields', async () => {
    show();
    await editMiso();
    await type('Name', '');
    await openTab(/^Français/);
    await press('Save');
    await waitFor(async () => expect(await field('Name')).toHaveFocus());
    expect(screen.getByRole('tab', { name: 'English' })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('a change by another editor', () => {
  const translated = (texts: EditedItem['texts']) => aMenu(['en', 'fr', 'ar'], 'second', miso({ texts }));

  test('to another language is kept without a question', async () => {
    const { api } = show();
    const sent: unknown[] = [];
    api.on(`PUT ${PATH}/items/101`, ({ body }: FakeRequest) => {
      sent.push(body);
      return sent.length === 1 ? changed(translated({ ar: { name: 'ميسو' } })) : edited(aMenu());
    });
    await editMiso();
    await openTab(/^Français/);
    await type('Name', 'Miso rouge');
    await press('Save');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual({ version: 'second', texts: { ar: { name: 'ميسو' }, fr: { name: 'Miso rouge' } } });
  });

  test.each([
    ['Keep mine: Translations', 'Miso rouge', { name: 'Miso rouge', description: 'Chaude' }],
    ['Take theirs: Translations', 'Soupe miso', undefined],
  ])('to the same text is asked about in its tab: “%s”', async (choice, name, sent) => {
    const { api } = show();
    api.on(`PUT ${PATH}/items/101`, changed(translated({ fr: { name: 'Soupe miso', description: 'Chaude' } })));
    await editMiso();
    await openTab(/^Français/);
    await type('Name', 'Miso rouge');
    await openTab(/^English/);
    await press('Save');
    expect(await screen.findByText('Français: Soupe miso, Chaude')).toBeInTheDocument();
    expect(screen.getByText('Français: Miso rouge')).toBeInTheDocument();
    const before = bodies(api).length;
    api.on(`PUT ${PATH}/items/101`, edited(aMenu()));
    await press(choice);
    expect(await field('Name')).toHaveValue(name);
    expect(await field('Description')).toHaveValue('Chaude');
    await press('Save');
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeVisible();
    expect(bodies(api).slice(before)).toEqual(sent ? [{ version: 'second', texts: { fr: sent } }] : []);
  });
});

describe('a draft that is not saved', () => {
  test('continues in the tab of its language', async () => {
    const { unmount } = show();
    await editMiso();
    await openTab(/^Français/);
    await type('Name', 'Miso rouge');
    unmount();
    show();
    await press('Continue with Miso');
    expect(await screen.findByRole('tab', { name: /^Français/, selected: true })).toBeInTheDocument();
    expect(await field('Name')).toHaveValue('Miso rouge');
  });

  test('is none after a text was typed and taken away again', async () => {
    show();
    await editMiso();
    await openTab(/^Français/);
    await type('Name', 'Miso rouge');
    await type('Name', '');
    await press('Cancel');
    expect(await screen.findByRole('heading', { level: 1, name: 'Menu' })).toBeVisible();
  });

  test('of a page that knew one language goes on', async () => {
    const base = toFields(anEditedItem(101, 'Miso'));
    storeDraft(
      '7',
      { kind: 'items', id: 101, parentId: null },
      { base, draft: { ...toDraft(base, 'CAD'), name: 'Red miso' }, parentId: 11 },
    );
    const { api } = show();
    api.on(`PUT ${PATH}/items/101`, edited(aMenu()));
    await press('Continue with Red miso');
    await openTab(/^Français/);
    await type('Name', 'Miso rouge');
    await press('Save');
    await waitFor(() =>
      expect(bodies(api)).toEqual([{ version: 'first', name: 'Red miso', texts: { fr: { name: 'Miso rouge' } } }]),
    );
  });
});

test('a new item is added with its translations', async () => {
  const { api } = show();
  api.on(`POST ${PATH}/items`, edited(aMenu()));
  await press('Add an item to Bowls');
  await type('Name', 'Tonkotsu');
  await type('Price, $', '16');
  await openTab(/^Français 2 missing/);
  await type('Name', 'Tonkotsu au porc');
  await press('Save');
  await waitFor(() =>
    expect(bodies(api)).toMatchObject([{ name: 'Tonkotsu', texts: { fr: { name: 'Tonkotsu au porc' } } }]),
  );
});

describe('the list of a menu', () => {
  const line = (text: RegExp) => screen.findByText(text);

  test('says for each language how much is missing, and marks the entries', async () => {
    show(apiWith(aMenu(['en', 'fr'])));
    expect(await line(/^9 texts are missing. Guests see this menu in English.$/)).toBeVisible();
    const row = screen.getByRole('button', { name: 'Edit Miso' }).closest('li');
    expect(row).toHaveTextContent('Français 5 missing');
    expect(screen.getByRole('heading', { level: 3, name: /^Bowls/ })).toHaveTextContent('Français 1 missing');
  });

  test('says that a language is complete', async () => {
    const menu = aMenu(['en', 'fr']);
    show(apiWith({ ...menu, menus: menu.menus.map((each) => ({ ...each, groups: [] })) }));
    expect(await line(/^Complete\.$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Next missing text/ })).toBeNull();
  });

  test('says that the short text of the stall keeps a complete menu in the first language', async () => {
    const menu = { ...aMenu(['en', 'fr']), languages_without_blurb: ['fr'] };
    show(apiWith({ ...menu, menus: menu.menus.map((each) => ({ ...each, groups: [] })) }));
    expect(await line(/^The menu is complete\. Guests see it in English, since the short text/)).toBeVisible();
  });

  test('counts nothing that guests do not see', async () => {
    const menu = aMenu(['en', 'fr']);
    show(apiWith({ ...menu, menus: menu.menus.map((each) => ({ ...each, status: 'inactive' })) }));
    expect(await line(/^Complete\.$/)).toBeVisible();
    expect(screen.queryByText(/missing/)).toBeNull();
  });

  test('says nothing in a venue with one language', async () => {
    show(apiWith(aMenu(['en'])));
    await screen.findByRole('button', { name: 'Edit Miso' });
    expect(screen.queryByRole('region', { name: 'Translations' })).toBeNull();
    expect(screen.queryByText(/missing/)).toBeNull();
  });

  test('leads from one entry with a missing text to the next, and the focus returns to its line', async () => {
    show(apiWith(aMenu(['en', 'fr'])));
    for (const title of ['All day', 'Bowls', 'Miso', 'Shoyu', 'All day']) {
      await press('Next missing text: Français');
      expect(await screen.findByRole('heading', { level: 1, name: `Edit ${title}` })).toBeVisible();
      expect(screen.getByRole('tab', { name: /^Français/, selected: true })).toBeInTheDocument();
      await press('Cancel');
      await waitFor(() => expect(screen.getByRole('button', { name: 'Next missing text: Français' })).toHaveFocus());
    }
  });

  test('counts down after a text is saved, and the last one leaves the focus on the words', async () => {
    const size = { id: 1010, name: 'Regular', price: 12, status: 'active' as const, texts: { fr: { name: 'Normal' } } };
    const withOneMissing = (texts: EditedItem['texts']) => {
      const menu = aMenuToEdit({
        languages: ['en', 'fr'],
        items: [anEditedItem(101, 'Miso', { variants: [size], texts })],
      });
      const [first] = menu.menus;
      const [bowls] = first?.groups ?? [];
      if (!first || !bowls) throw new Error('The menu of these tests has a section.');
      const fr = { fr: { name: 'Toute la journée' } };
      return { ...menu, menus: [{ ...first, texts: fr, groups: [{ ...bowls, texts: fr }] }] };
    };
    const { api } = show(apiWith(withOneMissing({})));
    expect(await line(/^1 text is missing\./)).toBeVisible();
    api.on(`PUT ${PATH}/items/101`, edited({ ...withOneMissing({ fr: { name: 'Miso' } }), version: 'second' }));
    await press('Next missing text: Français');
    await type('Name', 'Miso');
    await press('Save');
    const complete = await line(/^Complete\.$/);
    await waitFor(() => expect(document.activeElement).toContainElement(complete));
    expect(document.activeElement).toHaveTextContent('Français');
  });
});
