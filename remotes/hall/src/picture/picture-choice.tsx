import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { type ApiErrorShape, isApiError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { PictureKind } from 'shared-contracts/types';
import { Alert, Button, CoverImage } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './picture.module.css';
import { uploadPicture } from './picture.resource';
import { ACCEPTED, fileProblem } from './picture.rules';

interface PictureChoiceProps {
  imageUrl: string;
  kind: PictureKind;
  ratio: 'venue' | 'vendor';
  /** Saves the address of an upload; null removes the picture. */
  save: (address: string | null) => Promise<void>;
}

/** The picture of a hall or a stall. A chosen file is saved at once, and removed at once. */
export function PictureChoice({ imageUrl, kind, ratio, save }: PictureChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string>();
  const change = useMutation<void, ApiErrorShape, File | null>({
    mutationFn: async (file) => save(file === null ? null : await uploadPicture(file)),
    onMutate: () => setProblem(undefined),
    onSuccess: (_data, file) =>
      showToast(file === null ? t('The picture is removed.') : t('The picture is saved.'), { color: 'success' }),
    onError: (error) => setProblem(refusalText(error)),
  });
  const choose = (file: File | undefined) => {
    if (!file || change.isPending) return;
    const wrong = fileProblem(file);
    setProblem(wrong);
    if (wrong === undefined) change.mutate(file);
  };
  return (
    <div className={styles.field}>
      <CoverImage src={imageUrl} ratio={ratio} className={styles.picture} />
      <p className={styles.note}>{t('A JPEG, PNG or WebP picture of at most 20 MB.')}</p>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        aria-label={t('Picture file')}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          // Without this the browser would ignore a second choice of the same file.
          target.value = '';
        }}
      />
      <div className={styles.actions}>
        <Button
          ref={chooseButton}
          size="small"
          icon={ImagePlus}
          busy={change.isPending}
          onClick={() => input.current?.click()}
        >
          {kind === 'none' ? t('Add a picture') : t('Replace the picture')}
        </Button>
        {kind !== 'none' && (
          <Button
            size="small"
            icon={Trash2}
            disabled={change.isPending}
            onClick={() => {
              change.mutate(null);
              // This button disappears with the picture.
              chooseButton.current?.focus();
            }}
          >
            {t('Remove the picture')}
          </Button>
        )}
      </div>
      <div aria-live="polite" className={styles.live}>
        {problem && <Alert>{problem}</Alert>}
      </div>
    </div>
  );
}

/** Says why the file is no picture, in the words of the API. */
const refusalText = (error: ApiErrorShape): string =>
  isApiError(error) && error.status >= 400 && error.status < 500
    ? error.message
    : t('The picture was not saved. Please try again.');
