/** Adds the integrity of the shell's own files to its page. */
import path from 'node:path';

const isChecked = (file: string) => /\.(js|css)$/.test(file);

/**
 * Scripts and styles in the page get their integrity beside their address. A block of data lists the integrity of all of the shell's scripts
 * and styles, which host/src/remotes/assets.ts reads, and the files that the page names, which the service worker caches with it.
 * @param html the page as webpack made it
 * @param base where the shell's files are served, '/parts/host/2.2.63-3f9a01c2/'
 * @param integrity the integrity of each of the shell's files, by name
 * @throws when the page names a script or a style outside the build, since no browser could check it
 */
export function withIntegrity(html: string, base: string, integrity: Readonly<Record<string, string>>): string {
  const named = new Set<string>();
  const page = html.replace(/ (?:src|href)="([^"]+)"/g, (attribute: string, address: string) => {
    const file = path.posix.relative(base, address);
    if (address.startsWith(base)) named.add(file);
    if (!isChecked(address)) return attribute;
    if (!integrity[file]) throw new Error(`The page names ${address}, which the build did not make.`);
    return `${attribute} integrity="${integrity[file]}" crossorigin="anonymous"`;
  });
  const checked = Object.entries(integrity).filter(([file]) => isChecked(file));
  const files = { path: base, page: [...named], integrity: Object.fromEntries(checked) };
  const block = `<script type="application/json" id="shell-files">${escapeJson(files)}</script>`;
  return page.replace('</body>', () => `${block}</body>`);
}

/** Nothing in it can end the block. */
const escapeJson = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');
