import { problemsOfTemplate, Template, TemplateExhausted } from './templates';

const problems = (text: string) => problemsOfTemplate('menu.html', text);
const nested = (name: string, depth: number, inner: string) =>
  `${`{{#${name}}}`.repeat(depth)}${inner}${`{{/${name}}}`.repeat(depth)}`;

describe('a release accepts', () => {
  test.each([
    ['sections and fields', '<ul>{{#vendors.data}}<li class="a {{tone}}">{{name}}</li>{{/vendors.data}}</ul>'],
    [
      'a choice of elements',
      '{{#image_url}}<img src="{{image_url}}" alt=""/>{{/image_url}}{{^image_url}}<b>No</b>{{/image_url}}',
    ],
    [
      'a section within an attribute',
      '<a href="/{{address.0}}/{{id}}{{#table}}?location={{table}}{{/table}}">{{name}}</a>',
    ],
    ['an amount', '<b>{{#money}}{{price}}{{/money}}</b>'],
    ['a drawing', '<svg viewBox="0 0 2 2" aria-hidden="true"><path d="M0 0"></path></svg>'],
    ['an attribute without a value', '<input type="search" disabled/><br>'],
    ['a comment of the template', '{{! for people }}<p>{{name}}</p>'],
  ])('%s', (_what, text) => {
    expect(problems(text)).toEqual([]);
  });
});

describe('a release refuses', () => {
  test.each([
    ['text that is not escaped', '{{{name}}}', 'It uses text that is not escaped'],
    ['text that is not escaped, by a tag', '{{& name}}', 'It uses text that is not escaped'],
    ['another file', '{{> part}}', 'It uses partials'],
    ['another file on an indented line', '<ul>\n  {{> part}}\n</ul>', 'It uses partials'],
    ['another file within a section', '{{#vendors}}\t{{> part}}\n{{/vendors}}', 'It uses partials'],
    ['another file within a tag', '<p class="a {{> part}}"></p>', 'It uses partials'],
    ['another file without a name', ' {{>}}', 'It uses partials'],
    ['other tags', '{{=<% %>=}}<% name %>', 'It uses other tags'],
    ['other tags within a section', '{{#vendors}}{{=<% %>=}}<%/vendors%>', 'It uses other tags'],
    ['other tags that are none', '{{=<%=}}', 'is no template'],
    ['a section without an end', '{{#vendors}}<p>x</p>', 'is no template'],
    ['the end of no section', '<p>x</p>{{/vendors}}', 'is no template'],
    ['an end of another section', '{{#vendors}}{{/venue}}', 'is no template'],
    ['a field without an end', '<p>{{name</p>', 'is no template'],
    ['a comment of the template without an end', '{{! for people <p>x</p>', 'is no template'],
    ['text that is not escaped without an end', '{{{name}}', 'is no template'],
    ['sections that are too deep', nested('vendors.data', 17, 'x'), 'are 17 deep, of at most 16'],
    ['too many nodes', '<b>{{x}}</b>'.repeat(1_000), 'nodes, of at most 2000'],
    ['too many bytes', 'x'.repeat(64 * 1024 + 1), 'bytes, of at most 65536'],
    ['a name that is too long', `{{${'a.'.repeat(60)}b}}`, 'has more than 100 characters'],
    [
      'an amount with more than a field',
      '{{#money}}<b>{{price}}</b>{{/money}}',
      'The section money may have one field',
    ],
    ['a script', '<script>alert(1)</script>', '<script> may not be in a template'],
    ['a style', '<STYLE>p{}</STYLE>', '<style> may not be in a template'],
    ['a redirection', '<meta http-equiv="refresh" content="0;url=https://evil.example">', '<meta> may not'],
    ['a form', '<form action="https://evil.example"></form>', '<form> may not'],
    ['a frame', '<iframe src="https://evil.example"></iframe>', '<iframe> may not'],
    ['a base', '<base href="https://evil.example/">', '<base> may not'],
    ['text that takes the rest of the page', '<textarea>', '<textarea> may not'],
    ['a comment without an end', '<!-- ', "'<!-- ' is no element"],
    ['the end of what is around it', '</div></main><p>x', '</div> ends nothing that is open'],
    ['an element without an end', '<div><p>x</p>', '<div> has no end tag'],
    [
      'an element that a section leaves open',
      '{{#vendor}}<div>{{/vendor}}',
      'The section vendor has no whole elements',
    ],
    ['an element that a section ends', '<div>{{#vendor}}</div>{{/vendor}}', '</div> ends nothing'],
    ['a tag without an end', '<div class="a"', 'Its last tag has no end'],
    ['a handler', '<img src="/a.png" onerror="x()"/>', 'has the attribute onerror'],
    ['a style of its own', '<p style="position:fixed">x</p>', 'has the attribute style'],
    ['a script as an address', '<a href=" javascript:x()">x</a>', 'is no address'],
    ['data as an address', '<img src="data:text/html,x"/>', 'is no address'],
    ['a field as an attribute', '<img {{name}}/>', 'has a field outside of the quotes'],
    ['a field as a value without quotes', '<img src={{name}}/>', 'no attribute with its value in quotes'],
    ['a value without quotes', '<img src=/a.png/>', 'no attribute with its value in quotes'],
  ])('%s', (_what, text, reason) => {
    expect(problems(text).join(' ')).toContain(reason);
  });
});

describe('filling a template in', () => {
  const vendors = { data: Array.from({ length: 12 }, (_, id) => ({ id, name: `Stall ${id}` })) };

  test('escapes its fields', () => {
    expect(new Template('a.html', '<p>{{name}}</p>').fill({ name: '<b>' })).toBe('<p>&lt;b&gt;</p>');
  });

  test('ends at the limit of steps when loops over a list are nested nine deep, which would take hours', () => {
    const template = new Template('a.html', `<p>${nested('vendors.data', 9, 'x')}</p>`);
    let lookUps = 0;
    const view = {
      get vendors() {
        lookUps += 1;
        return vendors;
      },
    };
    expect(() => template.fill(view)).toThrow(TemplateExhausted);
    expect(lookUps).toBeLessThanOrEqual(20_001);
  });

  test('ends when the result is too long', () => {
    const template = new Template('a.html', nested('vendors.data', 3, 'x'.repeat(10_000)));
    expect(() => template.fill({ vendors })).toThrow('400000 characters');
  });

  test('counts the work of each filling by itself', () => {
    const template = new Template('a.html', nested('vendors.data', 3, '{{name}}'));
    for (let time = 0; time < 10; time += 1) expect(template.fill({ vendors })).toContain('Stall 11');
  });
});
