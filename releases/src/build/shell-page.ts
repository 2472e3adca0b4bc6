/** Adds the integrity of the shell's own files to its page. */
import path from 'node:path';

const isChecked = (file: string) => /\.(js|css)$/.test(file);

/**
 * Scripts and styles in the page get their integrity beside their address. Files that the shell requests later are listed in a block of
 * data, which host/src/remotes/assets.ts reads.
 * @param html the page as webpack made it
 * @param base where the shell's files are served, '/parts/host/2.2.63-3f9a01c2/'
 * @param integrity the integrity of each of the shell's files, by name
 * @throws when the page names a script or a style outside the build, since no browser could check it
 */
export function withIntegrity(html: string, base: string, integrity: Readonly<Record<string, string>>): string {
  const named = new Set<string>();
  const page = html.replace(/ (?:src|href)="([^"]+\.(?:js|css))"/g, (attribute: string, address: string) => {
    const file = path.posix.relative(base, address);
    if (!integrity[file]) throw new Error(`The page names ${address}, which the build did not make.`);
    named.add(file);
    return `${attribute} integrity="${integrity[file]}" crossorigin="anonymous"`;
  });
  const later = Object.entries(integrity).filter(([file]) => isChecked(file) && !named.has(file));
  const block = `<script type="application/json" id="shell-files">${JSON.stringify({ path: base, integrity: Object.fromEntries(later) })}</script>`;
  return page.replace('</body>', () => `${block}</body>`);
}
