import { useState } from 'react';
import { type ApiErrorShape, api, notAnAnswer } from 'shared-contracts/client';
import { useMutation } from 'shared-contracts/query';
import type { AuthContext, Envelope } from 'shared-contracts/types';
import { LinkText } from 'shared-contracts/ui';
import { saveFile } from '../save-file';
import { showFailure } from '../sign-in/sign-in';
import { t } from '../words';
import styles from './account.module.css';
import { DeleteAccount } from './delete-account';
import { useMe } from './me.resource';

/** Lets a person export or delete what the site stores about them. */
export function OwnData({ context }: { context: AuthContext }) {
  const { data: me } = useMe(context);
  const [isDeleting, setIsDeleting] = useState(false);
  const download = useMutation<object, ApiErrorShape, void>({
    mutationFn: requestExport,
    onSuccess: (document) => {
      const text = JSON.stringify(document, null, 2);
      saveFile(new Blob([text], { type: 'application/json' }), 'my-data.json');
    },
    onError: showFailure,
  });
  return (
    <section className={styles.ownData} aria-label={t('Your data')}>
      <LinkText quiet aria-disabled={download.isPending} onClick={() => download.isPending || download.mutate()}>
        {t('Download my data')}
      </LinkText>
      {me && (
        <>
          <LinkText quiet aria-haspopup="dialog" onClick={() => setIsDeleting(true)}>
            {t('Delete my account')}
          </LinkText>
          <DeleteAccount open={isDeleting} email={me.email} onClose={() => setIsDeleting(false)} />
        </>
      )}
    </section>
  );
}

async function requestExport(): Promise<object> {
  const { data } = await api().get<Envelope<{ account?: object }>>('/me/export');
  if (!data?.account) throw notAnAnswer();
  return data;
}
