import { installComputedStyle } from './computed-style';

/** The original function of jsdom, from a document of its own, which `setup-web` has not replaced. */
const jsdomStyle = (() => {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const own = frame.contentWindow?.getComputedStyle;
  frame.remove();
  if (!own) throw new Error('jsdom gives a frame no computed style.');
  return own;
})();

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

const READ = ['display', 'visibility', 'pointer-events', 'color', 'width'];

test.each([
  '<p>',
  '<span>',
  '<a href="/">',
  '<button>',
  '<svg>',
  '<p hidden>',
  '<dialog>',
  '<dialog open>',
  '<input type="hidden">',
  '<input type="text">',
  '<template>',
  '<p style="display: flex; color: red">',
  '<p style="visibility: hidden">',
  '<section style="visibility: hidden; pointer-events: none"><p style="width: 4px">',
  '<section style="visibility: hidden"><p style="visibility: visible">',
])('the style of %s is what jsdom computes', (html) => {
  for (let time = 0; time < 2; time += 1) {
    document.body.innerHTML = html;
    const element = document.querySelector('p') ?? document.body.firstElementChild;
    if (!element) throw new Error(`Nothing came of ${html}.`);
    const style = getComputedStyle(element);
    const computed = jsdomStyle(element);
    for (const name of READ)
      expect([name, style.getPropertyValue(name)]).toEqual([name, computed.getPropertyValue(name)]);
    expect([style.display, style.pointerEvents, style.length]).toEqual([
      computed.display,
      computed.pointerEvents,
      computed.length,
    ]);
  }
});

test('shows or hides an element at once', () => {
  document.body.innerHTML = '<p>';
  const [paragraph] = document.body.children as HTMLCollectionOf<HTMLElement>;
  if (!paragraph) throw new Error('There is no paragraph.');
  expect(getComputedStyle(paragraph).display).toBe('block');
  paragraph.hidden = true;
  expect(getComputedStyle(paragraph).display).toBe('none');
  paragraph.hidden = false;
  expect(getComputedStyle(paragraph).display).toBe('block');
});

test('applies a style sheet of the document', () => {
  document.head.innerHTML = '<style>p { display: none }</style>';
  document.body.innerHTML = '<p>';
  const paragraph = document.body.firstElementChild as Element;
  expect(getComputedStyle(paragraph).display).toBe('none');
});

test('asks jsdom once for each kind of element', () => {
  const asked = jest.fn(jsdomStyle);
  const { getComputedStyle: installed } = window;
  window.getComputedStyle = asked;
  installComputedStyle();
  document.body.innerHTML = '<p></p><p></p><p></p><ul></ul>';
  for (const element of document.body.children) expect(getComputedStyle(element).display).not.toBe('');
  window.getComputedStyle = installed;
  expect(asked).toHaveBeenCalledTimes(2);
});
