import { OVERRIDE_ORIGIN, originRefusal } from './override-origins';

const ALLOWED = ['https://preview.hall.example'];

test.each([
  'http://localhost:3001',
  'http://localhost:1',
  'http://localhost:59999',
  'http://localhost:65535',
  ...ALLOWED,
])('a remote may run from %s', (origin) => {
  expect(originRefusal(origin, ALLOWED)).toBeNull();
});

test.each([
  'https://evil.example',
  'http://localhost',
  'https://localhost:3001',
  'http://localhost.evil.example:3001',
  'http://localhost:3001.evil.example',
  'http://localhost:0',
  'http://localhost:03001',
  'http://localhost:65536',
  'http://localhost:99999',
  'http://localhost:3001/a',
  'http://localhost:3001 https://evil.example',
  'http://localhost:3001;script-src *',
  'javascript:alert(1)',
  'data:text/javascript,alert(1)',
  'file:///tmp',
  'https://preview.hall.example:8443',
])('a remote may not run from %s', (origin) => {
  expect(originRefusal(origin, ALLOWED)).toContain(
    'A remote may run from http://localhost with a port, or https://pre',
  );
});

test.each(['https://preview.hall.example', 'https://10.0.0.7:8443'])('a token may name %s', (origin) => {
  expect(origin).toMatch(OVERRIDE_ORIGIN);
});

test.each([
  'http://preview.hall.example',
  'https://preview.hall.example/path',
  'https://*',
  'https://*.example',
  'https://a.example;script-src *',
  'https://a.example script-src',
  'https://a.example\n',
  'https://a.example:99999',
])('a token cannot name %s', (origin) => {
  expect(origin).not.toMatch(OVERRIDE_ORIGIN);
});
