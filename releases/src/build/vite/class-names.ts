/** The names of classes in the styles of a remote that Vite builds. */
import { createHash } from 'node:crypto';
import path from 'node:path';

/**
 * Makes names like 'card-x7F3a-title', in the form of the recipe's, by which a release tells a remote's own classes.
 * @param app the remote's name, since other apps may have a file of the same name
 */
export function classNameOf(app: string, directory: string) {
  return (name: string, file: string): string => {
    const [source = ''] = file.split('?');
    const place = path.relative(directory, source).split(path.sep).join('/');
    const hash = createHash('sha256').update(`${app}\0${place}`).digest('base64url').slice(0, 5);
    const base = path
      .basename(source)
      .replace(/(\.module)?\.\w+$/, '')
      .replace(/\W/g, '-');
    return `${base}-${hash}-${name}`;
  };
}
