import type { Visit } from './slow-visit';
import { waterfall } from './waterfall';

const visit: Visit = {
  firstPaint: 900,
  largestPaint: 1500,
  content: 1200,
  blocked: 60,
  tasks: [{ start: 700, duration: 110 }],
  shift: 0,
  bytesUntilContent: 8200,
  requests: [
    { url: 'http://hall/venues?a=1&b=2', type: 'Document', start: 0, response: 150, end: 200, bytes: 8200 },
    {
      url: 'http://hall/parts/catalog/1.0.0-3f9a01c2/908.js',
      type: 'Script',
      start: 210,
      response: 360,
      end: 500,
      bytes: 6900,
    },
  ],
};

test('a waterfall names each request, and says of each visit what it came to', () => {
  const svg = waterfall('venues', { 'this site': visit, 'one bundle': visit });
  expect(svg.match(/>catalog\/908\.js</g)).toHaveLength(2);
  expect(svg).toContain(
    '>this site: 2 requests, 15 KB; first paint 900 ms, content 1200 ms, largest paint 1500 ms; blocked 60 ms<',
  );
});

test('a name in a request cannot break the picture', () => {
  const odd = { ...visit, requests: visit.requests.map((each) => ({ ...each, url: 'http://hall/a&b' })) };
  const svg = waterfall('"venues"', { '<site>': odd });
  expect(svg).toContain('>&lt;site&gt;: 2 requests');
  expect(svg).toContain('>/a&amp;b<');
  expect(svg).toContain('aria-label="Waterfall of &quot;venues&quot;"');
});
