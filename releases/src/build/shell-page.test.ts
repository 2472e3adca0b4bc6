import { withIntegrity } from './shell-page';

const BASE = '/parts/host/2.2.63-a/';
const page = (files: string, data = '') =>
  `<head><link rel="icon" href="${BASE}favicon.svg">${files}</head><body><div id="root"></div>${data}</body>`;
const NAMED = `<script defer="defer" src="${BASE}main.js"></script><link href="${BASE}main.css" rel="stylesheet">`;

describe("the shell's page", () => {
  it('has the integrity of each of its scripts and styles, and a block of data with all of them and the files that the page names', () => {
    const integrity = {
      'main.js': 'sha256-m',
      'main.css': 'sha256-c',
      '91.js': 'sha256-l',
      'assets/font.woff2': 'sha256-f',
    };
    expect(withIntegrity(page(NAMED), BASE, integrity)).toBe(
      page(
        `<script defer="defer" src="${BASE}main.js" integrity="sha256-m" crossorigin="anonymous"></script>` +
          `<link href="${BASE}main.css" integrity="sha256-c" crossorigin="anonymous" rel="stylesheet">`,
        `<script type="application/json" id="shell-files">${JSON.stringify({
          path: BASE,
          page: ['favicon.svg', 'main.js', 'main.css'],
          integrity: { 'main.js': 'sha256-m', 'main.css': 'sha256-c', '91.js': 'sha256-l' },
        })}</script>`,
      ),
    );
  });

  it('keeps links to files of other sites out of the block of data', () => {
    const manifest = '<link rel="manifest" href="/manifest.webmanifest"><a href="">Try Again</a>';
    expect(withIntegrity(page(manifest), BASE, {})).toContain('"page":["favicon.svg"]');
  });

  it('contains no text that could end the block', () => {
    const html = withIntegrity(page(''), BASE, { '</script>.js': 'sha256-x' });
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    const [, text = ''] = /id="shell-files">(.*)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(text).integrity).toEqual({ '</script>.js': 'sha256-x' });
  });

  it.each([`${BASE}other.js`, 'https://elsewhere.example/main.js', '/parts/host/2.2.62-b/main.js'])(
    'may not name %s, whose bytes are unknown',
    (address) => {
      expect(() => withIntegrity(page(`<script src="${address}"></script>`), BASE, { 'main.js': 'sha256-m' })).toThrow(
        `The page names ${address}, which the build did not make.`,
      );
    },
  );
});
