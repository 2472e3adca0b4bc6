import { checkDrawing, isDrawing } from './drawings';

const svg = (inside: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);

test.each([
  ['no content', svg('')],
  ['a declaration and a comment', Buffer.from('<?xml version="1.0"?>\n<!-- drawn -->\n<svg><path d="M0 0"/></svg>')],
  ['a document type', Buffer.from('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/a.dtd"><svg/>')],
  ['its own gradient', svg('<linearGradient id="a"/><rect fill="url(#a)"/><use href="#a"/>')],
  ['its own fill in quotes', svg(`<rect fill="url('#a')"/><rect fill='url("#a")'/><style>a{fill:url("#a")}</style>`)],
  ['its own fill after spaces', svg('<rect fill="url( #a)"/><style>a { fill: url(\n"#a" ) }</style>')],
  ['a reference to itself after spaces', svg(`<use href = " #a"/><use xlink:href='#a'/>`)],
  ['an embedded picture', svg('<image href="data:image/png;base64,AAAA"/>')],
])('a drawing with %s may be served', (_what, content) => {
  expect(isDrawing(content)).toBe(true);
  expect(() => checkDrawing(content)).not.toThrow();
});

test.each([
  [
    'letters that are not UTF-8',
    Buffer.from('<svg><text>Café</text></svg>', 'latin1'),
    'is not UTF-8: save it as UTF-8',
  ],
  ['a script', svg('<script>alert(1)</script>'), 'has a script'],
  ['a script with a namespace', svg('<svg:script href="a.js"/>'), 'has a script'],
  ['an event handler', svg('<rect onclick="alert(1)"/>'), 'has an event handler'],
  ['an embedded page', svg('<foreignObject><p/></foreignObject>'), 'has a page inside'],
  ['a picture of another site', svg('<image href="https://stranger.example/a.png"/>'), 'refers to another file'],
  ['a style of another site', svg('<style>@import "a.css"</style>'), 'refers to another file'],
  ['a fill of another file', svg('<rect fill="url(https://stranger.example/a)"/>'), 'refers to another file'],
  ['a fill of another file in quotes', svg(`<style>a{fill:url( "b.svg#a")}</style>`), 'refers to another file'],
  ['an empty fill', svg('<style>a{fill:url()}</style>'), 'refers to another file'],
  ['a fill without a fragment', svg('<style>a{fill:url(\u00a0#a)}</style>'), 'refers to another file'],
  ['a reference after spaces', svg('<image href = " a.png"/>'), 'refers to another file'],
  ['a reference without quotes', svg('<image src=  a.png />'), 'refers to another file'],
  ['a page as data', svg('<image href="data:text/html,a"/>'), 'refers to another file'],
  ['declarations', Buffer.from('<!DOCTYPE svg [<!ATTLIST svg a CDATA "b">]><svg/>'), 'declares entities'],
  ['declarations after another type', Buffer.from('<!doctype a><!doctype b\n[]><svg/>'), 'declares entities'],
  ['a single entity', Buffer.from('<!entity a "b"><svg/>'), 'declares entities'],
  ['entities', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'), 'declares entities'],
  ['a tag that does not end', Buffer.from('<svg><path></svg>'), 'is damaged: line 1 of it is not XML'],
  ['an HTML page as its content', Buffer.from('<html></html>'), 'is no SVG, JPEG, PNG or WebP picture'],
  ['more than a megabyte', svg(' '.repeat(1_000_000)), 'is larger than 1 MB'],
])('a drawing with %s may not be served', (_what, content, words) => {
  expect(() => checkDrawing(content)).toThrow(words);
});

const filled = (start: string, unit: string, end: string) =>
  Buffer.from(start + unit.repeat((1_000_000 - start.length - end.length) / unit.length) + end);

test.each([
  ['spaces where an address is', filled('<svg href=', ' ', '>'), 'is damaged'],
  ['spaces in quotes', filled('<svg href="', ' ', '"/>'), null],
  ['spaces on both sides of a quote', filled(`<svg href=${' '.repeat(500_000)}"`, ' ', '"/>'), null],
  ['spaces before a fragment', filled('<svg fill="url(', ' ', '#a)"/>'), null],
  ['fills that do not end', filled('<svg fill="', 'url(', '"/>'), 'refers to another file'],
  ['document types that do not end', filled('<svg/>', '<!doctype', ''), null],
  ['document types with one end after all of them', filled('', '<!DOCTYPE', '><svg/>'), 'is damaged'],
  ['document types and declarations', filled('', '<!DOCTYPE', '[><svg/>'), 'declares entities'],
])('the check ends quickly for a megabyte of %s', (_what, content, words) => {
  const checked = expect(() => checkDrawing(content));
  if (words === null) checked.not.toThrow();
  else checked.toThrow(words);
});

test('a photograph does not count as a drawing', () => {
  expect(isDrawing(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe(false);
});
