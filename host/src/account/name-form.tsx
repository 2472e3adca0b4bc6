import { type FormEvent, useState } from 'react';
import { type ApiErrorShape, api, fieldError, notAnAnswer } from 'shared-contracts/client';
import { invalidate, useMutation } from 'shared-contracts/query';
import { isUser, refreshProfile } from 'shared-contracts/session';
import type { Envelope, User } from 'shared-contracts/types';
import { Button, LinkText, Modal, TextInput } from 'shared-contracts/ui';
import form_styles from '../sign-in/form.module.css';
import { useLastError } from '../use-last-error';
import { t } from '../words';
import styles from './account.module.css';

/** Changes the name of the account. An account that a sign-in by code has created is first named after the first part of its email. */
export function NameForm({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <LinkText quiet className={styles.changeName} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('Change name')}
      </LinkText>
      <Modal open={isOpen} onClose={() => setIsOpen(false)} title={t('Your name')} text={t('Vendors call you by it.')}>
        <Form name={name} onSaved={() => setIsOpen(false)} />
      </Modal>
    </>
  );
}

function Form({ name, onSaved }: { name: string; onSaved: () => void }) {
  const [text, setText] = useState(name);
  const [isEmpty, setIsEmpty] = useState(false);
  const save = useMutation<User, ApiErrorShape, string>({
    mutationFn: saveName,
    onSuccess: (user) => {
      refreshProfile(user);
      void invalidate('/me');
      onSaved();
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    const wanted = text.trim();
    setIsEmpty(wanted === '');
    if (wanted !== '') save.mutate(wanted);
  }

  const refusal = useLastError(save);
  const failure = fieldError(refusal, 'name') ?? refusal?.message;
  return (
    <form onSubmit={submit} className={form_styles.form} noValidate>
      <TextInput
        label={t('Name')}
        autoComplete="name"
        value={text}
        error={isEmpty ? t('Name is required') : failure}
        onChange={({ target }) => setText(target.value)}
        data-autofocus
      />
      <Button variant="primary" size="tall" type="submit" wide busy={save.isPending}>
        {t('Save')}
      </Button>
    </form>
  );
}

async function saveName(name: string): Promise<User> {
  const { data } = await api().put<Envelope<User>>('/me', { name });
  if (!isUser(data)) throw notAnAnswer();
  return data;
}
