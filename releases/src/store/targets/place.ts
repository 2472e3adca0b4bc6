import path from 'node:path';
import { folderTarget } from './folder';
import { httpTarget } from './http';
import { s3Target } from './s3';
import type { Target } from './target';

/** @param place an address with http, https or s3, or a folder @throws for an address of another kind */
export function targetOf(place: string): Target {
  if (!place.trim())
    throw new Error('--target is empty; it must be a folder or an address with http://, https:// or s3://.');
  const [, scheme] = /^(\w{2,}):\/\//.exec(place) ?? [];
  if (!scheme) return folderTarget(path.resolve(place));
  if (scheme === 's3') return s3Target(place);
  if (/^https?$/.test(scheme)) return httpTarget(place.replace(/\/?$/, '/'));
  throw new Error(`--target is '${place}'; it must be a folder or an address with http://, https:// or s3://.`);
}
