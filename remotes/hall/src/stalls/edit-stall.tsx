import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type ApiErrorShape, isApiError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { languageAttributes, languageName } from 'shared-contracts/language';
import { useMutation } from 'shared-contracts/query';
import { useNavigate } from 'shared-contracts/router';
import type { HallStall, HallStalls } from 'shared-contracts/types';
import { Alert, AlertDialog, Button, focusAfterTaps, TextArea, TextInput } from 'shared-contracts/ui';
import { firstErrors, showFailure } from '../office/failures';
import { stallHoursPath, stallMenuPath, stallPeoplePath, stallPrintersPath, stallsPath } from '../office/paths';
import { PictureChoice } from '../picture/picture-choice';
import { t } from '../words';
import { DeliveryMethods, StripeAccount, Subaccount } from './stall-fields';
import { detailsOf, formOf, type StallErrors, type StallForm, stallErrors } from './stall-form.rules';
import styles from './stalls.module.css';
import { changeStall, changeStallPicture, removeStall, showStalls } from './stalls.resource';

interface EditStallProps {
  venueId: string;
  stall: HallStall;
  stalls: HallStalls;
}

/** Edits a stall. What is typed stays when a colleague was faster, and the page then asks which of both counts. */
export function EditStall({ venueId, stall, stalls }: EditStallProps) {
  const [draft, setDraft] = useState<{ form: StallForm; version: string } | null>(null);
  const [errors, setErrors] = useState<StallErrors>({});
  const conflict = useRef<HTMLDivElement>(null);
  const { form, version } = draft ?? { form: formOf(stall), version: stall.version };
  const isStale = draft !== null && version !== stall.version;
  const save = useMutation<void, ApiErrorShape>({
    mutationFn: () => changeStall(venueId, stall.id, detailsOf(form, version)),
    onSuccess: () => {
      setDraft(null);
      setErrors({});
      showToast(t('{name} is saved.', { name: form.name.trim() }), { color: 'success' });
    },
    onError: (error) => {
      if (isApiError(error) && error.status === 409 && error.data) showStalls(venueId, error.data as HallStalls);
      else if (isApiError(error) && error.status === 422) setErrors(firstErrors(error));
      else showFailure(error);
    },
  });
  useEffect(() => {
    if (isStale && !save.isPending) focusAfterTaps(conflict.current);
  }, [isStale, save.isPending]);
  const edit = (fields: Partial<StallForm>) => setDraft({ form: { ...form, ...fields }, version });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isStale) return focusAfterTaps(conflict.current);
    const wrong = stallErrors(form, stalls.payment_provider);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0 && !save.isPending) save.mutate();
  };
  const text = (field: 'name' | 'address_1' | 'address_2' | 'city', label: string) => (
    <TextInput
      label={label}
      dir="auto"
      value={form[field]}
      error={errors[field]}
      maxLength={200}
      onChange={({ target }) => edit({ [field]: target.value })}
    />
  );
  return (
    <>
      <Pages stall={stall} />
      <section className={styles.section} aria-labelledby="picture">
        <h2 id="picture">{t('Picture')}</h2>
        <PictureChoice
          imageUrl={stall.image_url}
          kind={stall.picture}
          ratio="vendor"
          save={(address) => changeStallPicture(venueId, stall.id, address)}
        />
      </section>
      <form className={styles.form} onSubmit={submit} noValidate>
        {isStale && !save.isPending && (
          <div ref={conflict} tabIndex={-1}>
            <Alert>
              <div className={styles.section}>
                <p>{t('Someone else has changed this stall meanwhile. Choose what counts.')}</p>
                <div className={styles.actions}>
                  <Button size="small" onClick={() => setDraft(null)}>
                    {t('Show theirs')}
                  </Button>
                  <Button size="small" onClick={() => setDraft({ form, version: stall.version })}>
                    {t('Keep mine')}
                  </Button>
                </div>
              </div>
            </Alert>
          </div>
        )}
        <fieldset className={styles.fields} disabled={save.isPending}>
          {text('name', t('Name'))}
          <TextArea
            label={t('Description')}
            dir="auto"
            value={form.blurb}
            error={errors.blurb}
            maxLength={2_000}
            onChange={({ target }) => edit({ blurb: target.value })}
          />
          {text('address_1', t('Where it stands'))}
          {text('address_2', t('Address, second line'))}
          {text('city', t('City'))}
        </fieldset>
        <Translations stalls={stalls} form={form} onChange={(texts) => edit({ texts })} />
        <DeliveryMethods
          chosen={form.delivery_method_types}
          error={errors.delivery_method_types}
          onChange={(delivery_method_types) => edit({ delivery_method_types })}
        />
        {stalls.payment_provider === 'Paystack' && (
          <Subaccount
            value={form.subaccount_code}
            error={errors.subaccount_code}
            onChange={(subaccount_code) => edit({ subaccount_code })}
          />
        )}
        {stalls.payment_provider === 'Stripe' && (
          <StripeAccount
            value={form.stripe_account}
            error={errors.stripe_account}
            onChange={(stripe_account) => edit({ stripe_account })}
          />
        )}
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={draft === null}>
            {t('Save')}
          </Button>
          <Button
            disabled={draft === null || save.isPending}
            onClick={() => {
              setDraft(null);
              setErrors({});
            }}
          >
            {t('Discard')}
          </Button>
        </div>
      </form>
      <Archive venueId={venueId} stall={stall} />
    </>
  );
}

/** Leads to the pages of the stall, which other apps have. */
function Pages({ stall: { id, items } }: { stall: HallStall }) {
  return (
    <nav aria-label={t('Pages of the stall')} className={styles.section}>
      {items === 0 && (
        <p className={styles.todo}>
          <span>{t('Its menu is empty, so no guest can order here.')}</span>
          <Button size="small" variant="primary" to={stallMenuPath(id)}>
            {t('Add the first item')}
          </Button>
        </p>
      )}
      <div className={styles.actions}>
        <Button size="small" to={stallMenuPath(id)}>
          {t('Menu')}
        </Button>
        <Button size="small" to={stallHoursPath(id)}>
          {t('Hours')}
        </Button>
        <Button size="small" to={stallPeoplePath(id)}>
          {t('People')}
        </Button>
        <Button size="small" to={stallPrintersPath(id)}>
          {t('Printers')}
        </Button>
      </div>
    </nav>
  );
}

interface TranslationsProps {
  stalls: HallStalls;
  form: StallForm;
  onChange: (texts: StallForm['texts']) => void;
}

/** The texts of the stall in the hall's other languages. Its menu is shown in one of them only if the description is there too. */
function Translations({ stalls: { languages }, form, onChange }: TranslationsProps) {
  const [, ...others] = languages;
  return others.map((language) => {
    const own = form.texts[language] ?? {};
    const name = languageName(language);
    const set = (fields: typeof own) => onChange({ ...form.texts, [language]: { ...own, ...fields } });
    return (
      <fieldset key={language} className={styles.fields}>
        <legend>{name}</legend>
        <TextInput
          label={t('Name in {language}', { language: name })}
          hint={t('Empty: the name stays as it is.')}
          {...languageAttributes(language)}
          value={own.name ?? ''}
          maxLength={200}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextArea
          label={t('Description in {language}', { language: name })}
          {...languageAttributes(language)}
          value={own.blurb ?? ''}
          maxLength={2_000}
          onChange={({ target }) => set({ blurb: target.value })}
        />
      </fieldset>
    );
  });
}

function Archive({ venueId, stall: { id, name } }: { venueId: string; stall: HallStall }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => removeStall(venueId, id),
    onSuccess: (outcome) => {
      showToast(
        outcome === 'archived'
          ? t('{name} is archived.', { name })
          : t('{name} is deleted: it had no orders.', { name }),
        { color: 'success' },
      );
      navigate(stallsPath(venueId), { replace: true });
    },
    onError: showFailure,
    onSettled: () => setIsAsking(false),
  });
  return (
    <section className={styles.section} aria-labelledby="archive">
      <h2 id="archive">{t('Archive')}</h2>
      <p className={styles.note}>
        {t('Guests no longer see the stall, and its people lose their roles. Its orders stay with the reports.')}
      </p>
      <div className={styles.actions}>
        <Button onClick={() => setIsAsking(true)}>{t('Archive the stall')}</Button>
      </div>
      <AlertDialog
        open={isAsking}
        title={t('Archive {name}?', { name })}
        okLabel={t('Archive')}
        closeLabel={t('Cancel')}
        isDanger
        busy={remove.isPending}
        onClose={() => setIsAsking(false)}
        onOk={() => remove.mutate()}
      >
        {t('Guests no longer see the stall, and its people lose their roles. Its orders stay with the reports.')}
      </AlertDialog>
    </section>
  );
}
