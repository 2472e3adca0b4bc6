/** The words of the contracts in other languages: rules, errors and primitives. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ApiError, notAnAnswer } from './client';
import arabic from './locales/ar.json';
import spanish from './locales/es.json';
import french from './locales/fr.json';
import { DELIVERY_MESSAGES, describeDelivery } from './rules/delivery';
import { registerErrors } from './rules/forms';
import { doneTitle } from './rules/notices';
import { selectionHint } from './rules/options';
import { advanceLabel, labelOf, QUEUE_STATES } from './rules/queue-state';
import { registerSchema } from './schemas';
import { speakEnglish, speakLanguage } from './testing';
import { AlertDialog, FailedState, PasswordInput, SearchStatus, Select, Skeleton, StepBars, Stepper, Tabs } from './ui';

const speakFrench = () => speakLanguage('fr', { 'shared-contracts': french });
const speakArabic = () => speakLanguage('ar', { 'shared-contracts': arabic });
afterEach(() => {
  jest.useRealTimers();
  speakEnglish();
});

describe('rules', () => {
  test('the states of an order and the buttons of a kitchen are French', () => {
    speakFrench();
    expect(QUEUE_STATES.map(labelOf)).toEqual(['Nouvelle', 'En préparation', 'Prête', 'Retirée']);
    expect(QUEUE_STATES.map(advanceLabel)).toEqual(['Prendre', 'Prête', 'Retirée', undefined]);
    expect(doneTitle('Kumo Ramen')).toBe('Kumo Ramen\u00a0: c’est prêt\u00a0!');
  });

  test.each([
    ['12', 'Livraison table 12'],
    ['Table 12', 'Livraison\u00a0: Table 12'],
    ['table 12', 'Livraison\u00a0: table 12'],
  ])("a guest's table '%s' is named once in French", (location, shown) => {
    speakFrench();
    expect(describeDelivery({ method: 'deliver', type: 'table', location })).toBe(shown);
  });

  test('a table that was typed with the Spanish word is named once', () => {
    speakLanguage('es', { 'shared-contracts': spanish });
    const choice = { method: 'deliver', type: 'table', location: 'Mesa 12' } as const;
    expect(describeDelivery(choice)).toBe('Entrega: Mesa 12');
  });

  test.each([
    [0, 'اختر 2 على الأقل'],
    [1, 'خيار واحد'],
    [2, 'خياران'],
    [3, '3 خيارات'],
    [11, '11 خيارًا'],
    [100, '100 خيار'],
  ])('%i chosen options have the plural form of Arabic', (chosen, shown) => {
    speakArabic();
    expect(selectionHint({ min_select: 2, max_select: null }, chosen)).toBe(shown);
  });

  test('a form and a delivery are checked in Arabic', () => {
    speakArabic();
    const form = { name: '', email: 'x', phone: '', password: '', password_confirmation: '1' };
    expect(registerErrors(form, false)).toEqual({
      name: 'الاسم مطلوب',
      email: 'البريد الإلكتروني غير صالح',
      password: 'كلمة المرور مطلوبة.',
    });
    expect(DELIVERY_MESSAGES.table).toBe('رقم الطاولة مطلوب.');
  });

  test('a schema refuses in the language of its moment, since it was made before', () => {
    const refused = { name: '', email: 'thandi@example.com', password: 'abcdef', password_confirmation: 'abcdef' };
    const messages = () => registerSchema.safeParse(refused).error?.issues.map(({ message }) => message);
    expect(messages()).toEqual(['Name is required']);
    speakFrench();
    expect(messages()).toEqual(['Le nom est requis']);
  });
});

test('an error without a message of the API is French', () => {
  speakFrench();
  expect(new ApiError(500, {}).message).toBe('Une erreur s’est produite. Veuillez réessayer.');
  expect(notAnAnswer().message).toMatch(/^Ce réseau a répondu à la place du site\./);
  expect(new ApiError(422, { message: 'Sold out' }).message).toBe('Sold out');
});

describe('primitives', () => {
  test('every text that a primitive brings is French', async () => {
    speakFrench();
    render(
      <>
        <Skeleton>…</Skeleton>
        <FailedState onRetry={() => {}} />
        <StepBars state="busy" />
        <Stepper value={2} onChange={() => {}} label="quantité" />
        <PasswordInput label="Mot de passe" autoComplete="current-password" />
      </>,
    );
    expect(screen.getByText('Chargement…')).toBeInTheDocument();
    expect(screen.getByText('Cette section n’a pas pu être chargée')).toBeInTheDocument();
    expect(screen.getByRole('list', { name: 'Avancement' })).toHaveTextContent('NouvelleEn préparationPrête');
    const names = screen
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(names).toEqual(['Réessayer', 'Diminuer la quantité', 'Augmenter la quantité', 'Afficher le mot de passe']);
  });

  test('a question has French buttons', () => {
    speakFrench();
    render(<AlertDialog open title="Supprimer ?" onClose={() => {}} onOk={() => {}} />);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['FERMER', 'OK']);
  });

  test.each([
    [0, 'لا توجد نتائج'],
    [2, 'نتيجتان'],
    [7, '7 نتائج'],
  ])('%i results are announced in Arabic', (count, shown) => {
    speakArabic();
    jest.useFakeTimers();
    const { rerender } = render(<SearchStatus count={null} />);
    rerender(<SearchStatus count={count} />);
    act(() => jest.advanceTimersByTime(400));
    expect(screen.getByRole('status')).toHaveTextContent(shown);
  });

  test('the key of the left arrow leads to the next tab on a page from right to left', async () => {
    function Sample() {
      const [selected, setSelected] = useState('new');
      const tabs = ['new', 'busy', 'done'].map((id) => ({ id, label: id }));
      return <Tabs idBase="queue" label="Orders" tabs={tabs} selected={selected} onSelect={setSelected} />;
    }
    render(<Sample />);
    const selected = () => screen.getByRole('tab', { selected: true }).textContent;
    await userEvent.click(screen.getByRole('tab', { name: 'new' }));
    await userEvent.keyboard('{ArrowRight}');
    expect(selected()).toBe('busy');
    speakArabic();
    await userEvent.keyboard('{ArrowLeft}');
    expect(selected()).toBe('done');
    await userEvent.keyboard('{ArrowRight}');
    expect(selected()).toBe('busy');
  });

  test('an option may have a language of its own', () => {
    render(
      <Select
        label="Language"
        value="ar"
        options={[{ value: 'ar', label: 'العربية', lang: 'ar' }]}
        onChange={() => {}}
      />,
    );
    expect(screen.getByRole('option', { name: 'العربية' })).toHaveAttribute('lang', 'ar');
  });
});
