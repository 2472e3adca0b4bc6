import { checkDrawing, isDrawing } from './drawings';

const svg = (inside: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);

test.each([
  ['nothing inside', svg('')],
  ['a declaration and a comment', Buffer.from('<?xml version="1.0"?>\n<!-- drawn -->\n<svg><path d="M0 0"/></svg>')],
  ['a document type', Buffer.from('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/a.dtd"><svg/>')],
  ['a gradient of its own', svg('<linearGradient id="a"/><rect fill="url(#a)"/><use href="#a"/>')],
  ['a picture inside', svg('<image href="data:image/png;base64,AAAA"/>')],
])('a drawing with %s may be served', (_what, content) => {
  expect(isDrawing(content)).toBe(true);
  expect(() => checkDrawing(content)).not.toThrow();
});

test.each([
  ['a script', svg('<script>alert(1)</script>'), 'has a script'],
  ['a script of a namespace', svg('<svg:script href="a.js"/>'), 'has a script'],
  ['an event handler', svg('<rect onclick="alert(1)"/>'), 'has an event handler'],
  ['a page inside', svg('<foreignObject><p/></foreignObject>'), 'has a page inside'],
  ['a picture of another site', svg('<image href="https://stranger.example/a.png"/>'), 'refers to another file'],
  ['a style of another site', svg('<style>@import "a.css"</style>'), 'refers to another file'],
  ['a fill of another file', svg('<rect fill="url(https://stranger.example/a)"/>'), 'refers to another file'],
  ['entities', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'), 'declares entities'],
  ['a tag that does not end', Buffer.from('<svg><path></svg>'), 'is damaged: line 1 of it is not XML'],
  ['another page', Buffer.from('<html></html>'), 'is no SVG, JPEG, PNG or WebP picture'],
  ['a megabyte', svg(' '.repeat(1_000_000)), 'is larger than 1 MB'],
])('one with %s may not', (_what, content, words) => {
  expect(() => checkDrawing(content)).toThrow(words);
});

test('a photograph is none', () => {
  expect(isDrawing(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe(false);
});
