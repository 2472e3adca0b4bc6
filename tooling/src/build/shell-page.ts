// What the shell's page says of the shell's own files: which bytes each of them may have.
import path from 'node:path';

const isChecked = (file) => /\.(js|css)$/.test(file);

/**
 * Scripts and styles that the page names get their integrity beside their address. Those that the shell asks for later
 * stand in a block of data, which host/src/remotes/assets.ts reads.
 * @param {string} html the page as webpack made it
 * @param {string} base where the shell's files are served, '/parts/host/2.2.63-3f9a01c2/'
 * @param {Record<string, string>} integrity of the shell's files, by name
 * @returns {string}
 * @throws when the page names a script or a style that is no file of the build: nobody could check it
 */
export function withIntegrity(html, base, integrity) {
  const named = new Set();
  const page = html.replace(/ (?:src|href)="([^"]+\.(?:js|css))"/g, (attribute, address) => {
    const file = path.posix.relative(base, address);
    if (!integrity[file]) throw new Error(`The page names ${address}, which the build did not make.`);
    named.add(file);
    return `${attribute} integrity="${integrity[file]}" crossorigin="anonymous"`;
  });
  const later = Object.entries(integrity).filter(([file]) => isChecked(file) && !named.has(file));
  const block = `<script type="application/json" id="shell-files">${JSON.stringify({ path: base, integrity: Object.fromEntries(later) })}</script>`;
  return page.replace('</head>', () => `${block}</head>`);
}
