import { PictureChoice } from '../picture/picture-choice';
import { changeSettings } from './settings.resource';
import type { PartProps } from './use-part';

/** The picture of the hall, which is saved as soon as it is chosen. */
export function PictureForm({ venueId, settings: { picture } }: PartProps) {
  const { version, image_url, kind } = picture;
  return (
    <PictureChoice
      imageUrl={image_url}
      kind={kind}
      ratio="venue"
      save={(address) => changeSettings(venueId, { part: 'picture', version, address })}
    />
  );
}
