import { api } from 'shared-contracts/client';
import { fillPath } from 'shared-contracts/query';
import type { Crop, Envelope, UploadedPicture } from 'shared-contracts/types';
import { cropText } from './crop.rules';

/** The longest side of an upload, in pixels. It is enough for the largest form of a picture that is zoomed in. */
const MOST_SIDE = 3_000;
const LARGE_BYTES = 2_000_000;

/** Reads a file into a `data:` address for an `<img>`. The site's policy allows no other address of a file. */
export function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** @param shown the image that shows the file @throws ApiErrorShape */
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

/** Scales down a large photograph, whose upload would take minutes on a slow line. Other formats stay, since a JPEG has no transparency. */
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
