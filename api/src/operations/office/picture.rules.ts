import type { Picture } from 'core/database/types';
import type { PictureKind } from 'shared-contracts/types';
import { plateAddress } from '../../menu/pictures/media';

interface Pictured {
  name: string;
  image_url: string;
  drawing: Picture | null;
}

/** Tells whether a hall or a stall shows a picture. Without one, pages show an empty plate with its name. */
export function kindOfPicture({ name, image_url, drawing }: Pictured): PictureKind {
  if (drawing !== null) return 'drawing';
  return image_url === plateAddress(name) ? 'none' : 'photograph';
}
