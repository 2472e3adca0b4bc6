import { Renderer } from './renderer';
import type { Row } from './row';

const PAGE = { paper: 80, direction: 'ltr' } as const;
const STAR = { command: 'starprnt', polls: true } as const;
const row = (text: string): Row => ({ kind: 'text', text, size: 'normal' });

let renderer: Renderer;
beforeEach(() => {
  renderer = new Renderer();
});
afterEach(() => renderer.close());

test.each([
  ['letters of the printer', 'Ramen'],
  ['letters that need a picture', 'مرحبا'],
])('a ticket of %s is rendered once for its key', async (_which, text) => {
  let asked = 0;
  const rows = async () => {
    asked += 1;
    return [row(text)];
  };
  const render = () => renderer.render('a', { page: PAGE, target: STAR }, rows);
  const [first, second] = await Promise.all([render(), render()]);
  expect(first.length).toBeGreaterThan(5);
  expect([second, await render()]).toEqual([first, first]);
  expect(asked).toBe(1);
});

test('a preview is an SVG', async () => {
  const svg = await renderer.render('a', { page: PAGE, target: 'preview' }, async () => [row('Ramen')]);
  expect(svg.toString()).toContain('<svg');
});

test('a failure is not remembered', async () => {
  const target = { page: PAGE, target: STAR };
  const failing = async () => {
    throw new Error('The database is away');
  };
  await expect(renderer.render('a', target, failing)).rejects.toThrow('away');
  expect((await renderer.render('a', target, async () => [row('Ramen')])).length).toBeGreaterThan(5);
});

test('a thread that dies fails what it renders, and the next ticket gets a new one', async () => {
  const render = (key: string) => renderer.render(key, { page: PAGE, target: STAR }, async () => [row('مرحبا')]);
  const dying = render('a');
  const failed = expect(dying).rejects.toThrow('ended');
  await new Promise(setImmediate);
  await renderer.close();
  await failed;
  expect((await render('b')).length).toBeGreaterThan(5);
});
