import { useEffect, useRef, useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { useMutation } from 'shared-contracts/query';
import type { UploadedPicture } from 'shared-contracts/types';
import { Alert, Button, Sheet } from 'shared-contracts/ui';
import { t } from '../../words';
import { computeCrop, MIDDLE, RATIOS, type View } from './crop.rules';
import { CropFrame } from './crop-frame';
import styles from './picture.module.css';
import { readDataUrl, uploadPicture } from './picture.resource';
import { tooLargeText } from './picture-file.rules';

export interface CropSheetProps {
  vendorId: string;
  file: File;
  onUse: (picture: UploadedPicture) => void;
  onClose: () => void;
}

type Place = keyof typeof RATIOS;

const places = (): { id: Place; name: string }[] => [
  { id: 'hero', name: t('Item page') },
  { id: 'square', name: t('Menu') },
];

/** Chooses the part of a picture that guests see on the item's page and in the menu. A picture that fits already takes one tap. */
export function CropSheet({ vendorId, file, onUse, onClose }: CropSheetProps) {
  const [address, setAddress] = useState<string | null>(null);
  const [ratio, setRatio] = useState<number | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const [place, setPlace] = useState<Place>('hero');
  // The menu follows the crop of the item's page until it has its own.
  const [views, setViews] = useState<{ hero: View; square: View | null }>({ hero: MIDDLE, square: null });
  const image = useRef<HTMLImageElement>(null);
  const viewFor = (which: Place) => views[which] ?? views.hero;
  useEffect(() => {
    let isShown = true;
    readDataUrl(file).then(
      (read) => isShown && setAddress(read),
      () => isShown && setIsBroken(true),
    );
    return () => {
      isShown = false;
    };
  }, [file]);
  const upload = useMutation<UploadedPicture, ApiErrorShape, { shown: HTMLImageElement; ratio: number }>({
    mutationFn: ({ shown, ratio: picture }) =>
      uploadPicture(vendorId, {
        file,
        shown,
        square: computeCrop(viewFor('square'), picture, RATIOS.square),
        hero: computeCrop(viewFor('hero'), picture, RATIOS.hero),
      }),
    onSuccess: onUse,
  });
  const isReady = ratio !== null && !isBroken;
  const send = () => {
    if (image.current && ratio !== null && !upload.isPending) upload.mutate({ shown: image.current, ratio });
  };

  return (
    <Sheet open title={t('Picture')} onClose={onClose}>
      <div className={styles.sheet}>
        {isBroken && <Alert>{t('This file could not be opened. Choose a JPEG, PNG or WebP picture.')}</Alert>}
        {address !== null && !isBroken && (
          <>
            <fieldset className={styles.places} aria-label={t('Where guests see it')}>
              {places().map(({ id, name }) => (
                <Button
                  key={id}
                  size="small"
                  variant={id === place ? 'secondary' : 'quiet'}
                  aria-pressed={id === place}
                  onClick={() => setPlace(id)}
                >
                  {name}
                </Button>
              ))}
            </fieldset>
            <CropFrame
              address={address}
              image={image}
              picture={ratio}
              frame={RATIOS[place]}
              view={viewFor(place)}
              onChange={(view) => setViews({ ...views, [place]: view })}
              onLoad={() => {
                const { naturalWidth = 0, naturalHeight = 0 } = image.current ?? {};
                if (naturalWidth > 0 && naturalHeight > 0) setRatio(naturalWidth / naturalHeight);
                else setIsBroken(true);
              }}
              onError={() => setIsBroken(true)}
            />
          </>
        )}
        {upload.error && <Alert>{uploadErrorText(upload.error)}</Alert>}
        <div className={styles.actions}>
          {!isBroken && (
            <Button variant="primary" busy={upload.isPending} aria-disabled={!isReady || undefined} onClick={send}>
              {t('Use this picture')}
            </Button>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </div>
    </Sheet>
  );
}

const uploadErrorText = ({ status, message }: ApiErrorShape): string => (status === 413 ? tooLargeText() : message);
