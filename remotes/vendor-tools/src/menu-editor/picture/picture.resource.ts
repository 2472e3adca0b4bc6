import { api } from 'shared-contracts/client';
import { fillPath } from 'shared-contracts/query';
import type { Crop, Envelope, UploadedPicture } from 'shared-contracts/types';
import { cropText } from './crop.rules';

/** Wide enough for the largest form of a picture that is zoomed in on. */
const MOST_SIDE = 3_000;
const LARGE_BYTES = 2_000_000;

/** As an address that an `<img>` may have: the site's policy allows no other address of a file. */
export function addressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** @param shown the same file. @throws ApiErrorShape */
export async function uploadPicture(
  vendorId: string,
  { file, shown, square, hero }: { file: File; shown: HTMLImageElement; square: Crop; hero: Crop },
): Promise<UploadedPicture> {
  const { data } = await api().post<Envelope<UploadedPicture>>(
    fillPath('/vendors/:vendorId/pictures', { vendorId }),
    await smaller(file, shown),
    {
      params: { square: cropText(square), hero: cropText(hero) },
      headers: { 'Content-Type': 'application/octet-stream' },
    },
  );
  return data;
}

/** A telephone's photograph takes minutes on a slow line. A drawing may be transparent, which a JPEG is not. */
async function smaller(file: File, shown: HTMLImageElement): Promise<Blob> {
  const { naturalWidth: width, naturalHeight: height } = shown;
  const scale = MOST_SIDE / Math.max(width, height);
  if (file.type !== 'image/jpeg' || file.size < LARGE_BYTES || scale >= 1) return file;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(shown, 0, 0, canvas.width, canvas.height);
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  return made ?? file;
}
