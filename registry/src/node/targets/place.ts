import path from 'node:path';
import { folderTarget } from './folder';
import { httpTarget } from './http';
import type { Target } from './target';

/** @param place an http address, or a folder @throws for an address of another kind */
export function targetOf(place: string): Target {
  const [, scheme] = /^(\w{2,}):\/\//.exec(place) ?? [];
  if (scheme && !/^https?$/.test(scheme))
    throw new Error(`--target is '${place}'; it must be a folder or an address with http:// or https://.`);
  return /^https?:\/\//.test(place) ? httpTarget(place.replace(/\/?$/, '/')) : folderTarget(path.resolve(place));
}
