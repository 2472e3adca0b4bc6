/** Converts the pictures of a document to addresses on the site. */
import { messageOf } from 'core/errors';
import type { Picture, PictureKind } from '../pictures';
import type { MediaFiles } from '../pictures/media';
import { type DocumentText, firstText } from './document-texts';
import { type Remark, remarkLines, type Source } from './read-source';
import type { ItemPictureDocument, PictureDocument, VenueDocument } from './venue-document';

export interface IllustratedVenue extends Source<VenueDocument> {
  /** The address of the picture at a path of the document, such as 'vendors.0.picture'. */
  pictureAt(kind: PictureKind, ...path: PropertyKey[]): string;
}

/** @throws Error with a message about the fault of the file */
export type FileAddress = (file: string) => Promise<string>;

/** @param problems receives lines about the pictures that cannot be used */
export async function illustrate(
  source: Source<VenueDocument>,
  media: MediaFiles,
  addressOf: FileAddress,
  problems: string[],
): Promise<IllustratedVenue> {
  const { content } = source;
  const wrong: Remark[] = [];
  const addresses = new Map<string, string>();
  const add = async (
    kinds: readonly PictureKind[],
    { name, picture }: { name: DocumentText; picture: PictureDocument | ItemPictureDocument | null },
    path: PropertyKey[],
  ) => {
    try {
      const file = picture?.file === undefined ? null : await addressOf(picture.file);
      const page = picture && 'page' in picture && picture.page !== undefined ? await addressOf(picture.page) : file;
      for (const kind of kinds) {
        const address = kind === 'hero' ? page : file;
        addresses.set(
          [kind, ...path].join('.'),
          address ?? media.add(kind, firstText(name, content.languages), drawnOf(picture)),
        );
      }
    } catch (error) {
      wrong.push({ path: [...path, 'picture'], message: messageOf(error) });
    }
  };
  await add(['venue'], content, []);
  for (const [v, vendor] of content.vendors.entries()) {
    await add(['vendor', 'thumbnail'], vendor, ['vendors', v]);
    for (const [m, menu] of vendor.menus.entries()) {
      for (const [g, group] of menu.groups.entries()) {
        for (const [i, item] of group.items.entries()) {
          // An item can have no picture, because the menu draws its own placeholder.
          if (!item.picture) continue;
          await add(['item', 'hero'], item, ['vendors', v, 'menus', m, 'groups', g, 'items', i]);
        }
      }
    }
  }
  problems.push(...remarkLines(source, 'problem', wrong));
  return { ...source, pictureAt: (...path) => addresses.get(path.join('.')) ?? '' };
}

/** Returns the drawing of a picture in the document; null for a file and for a missing picture. */
export function drawnOf(picture: PictureDocument | null): Picture | null {
  if (picture?.glyphs === undefined) return null;
  const { glyphs, ground, pattern } = picture;
  return { glyphs, ...(ground !== undefined && { ground }), ...(pattern !== undefined && { pattern }) };
}
