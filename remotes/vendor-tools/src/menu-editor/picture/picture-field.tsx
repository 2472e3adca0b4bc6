import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ItemPicture } from 'shared-contracts/types';
import { Alert, Button, Card, CoverImage, TextInput } from 'shared-contracts/ui';
import { t } from '../../words';
import { useWriting } from '../writing';
import styles from './picture.module.css';
import { ACCEPTED, fileProblem } from './picture-file.rules';

export interface PictureFieldProps {
  picture: ItemPicture | null;
  /** The errors of the picture and of its description. */
  errors: { picture?: string | undefined; alt?: string | undefined };
  /** Called with a chosen file that can be a picture. */
  onFile: (file: File) => void;
  onChange: (picture: ItemPicture | null) => void;
}

/** Edits an item's picture, and shows it as the item's page and the menu do. */
export function PictureField({ picture, errors, onFile, onChange }: PictureFieldProps) {
  const writing = useWriting();
  const input = useRef<HTMLInputElement>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const newProblem = fileProblem(file);
    setProblem(newProblem);
    if (newProblem === null) onFile(file);
  };
  const wrong = problem ?? errors.picture;
  return (
    <Card padded as="section" aria-label={t('Picture')}>
      <div className={styles.field}>
        {picture ? (
          <div className={styles.previews}>
            <figure className={styles.hero}>
              <CoverImage src={picture.hero_url} ratio="item" className={styles.preview} />
              <figcaption>{t('Item page')}</figcaption>
            </figure>
            <figure className={styles.square}>
              <CoverImage src={picture.image_url} className={styles.preview} />
              <figcaption>{t('Menu')}</figcaption>
            </figure>
          </div>
        ) : (
          <p className={styles.note}>{t('A JPEG, PNG or WebP picture of at most 10 MB.')}</p>
        )}
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
          <Button ref={chooseButton} size="small" icon={ImagePlus} onClick={() => input.current?.click()}>
            {picture ? t('Replace the picture') : t('Add a picture')}
          </Button>
          {picture && (
            <Button
              size="small"
              icon={Trash2}
              onClick={() => {
                setProblem(null);
                onChange(null);
                // This button disappears with the picture.
                chooseButton.current?.focus();
              }}
            >
              {t('Remove the picture')}
            </Button>
          )}
        </div>
        {wrong && <Alert>{wrong}</Alert>}
        {picture && (
          <TextInput
            {...writing}
            label={t('What the picture shows')}
            hint={t('For guests who cannot see it. Without words it is decoration.')}
            value={picture.alt}
            maxLength={200}
            autoComplete="off"
            error={errors.alt}
            onChange={({ target }) => onChange({ ...picture, alt: target.value })}
          />
        )}
      </div>
    </Card>
  );
}
