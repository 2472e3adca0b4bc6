import { fillFacts } from './facts';

const view = {
  site: { brand: 'Foodhall' },
  venue: { data: { name: 'Granary {{site.brand}} & Sons' } },
  vendors: { data: [{ id: 1, name: 'Pico' }, null, { id: 7, name: 'Kumo' }] },
};
const fill = (title: string, params = {}) => fillFacts({ title, description: 'Food.' }, view, params);

describe('the facts of a page', () => {
  test('fill in fields of the bodies, of the site, and of the entry that the address names', () => {
    const { title } = fill('{{vendors.data.:vendorId.name}} · {{site.brand}}', { vendorId: '7' }) ?? {};
    expect(title).toBe('Kumo · Foodhall');
    expect(fill('Venues')).toEqual({ title: 'Venues', description: 'Food.' });
  });

  test("do not fill placeholders inside a body's text", () => {
    expect(fill('{{venue.data.name}}')?.title).toBe('Granary {{site.brand}} & Sons');
  });

  test.each([
    ['{{venue.data.blurb}}', {}],
    ['{{vendor.data.name}}', {}],
    ['{{venue.data}}', {}],
    ['{{venue.data.constructor.name}}', {}],
    ['{{vendors.data.:vendorId.name}}', { vendorId: '8' }],
    ['{{vendors.data.:vendorId.name}}', { vendorId: 'undefined' }],
    ['{{venue.data.:vendorId}}', { vendorId: 'name' }],
  ])('are left out if the field %s is missing', (title, params) => {
    expect(fill(title, params)).toBeUndefined();
  });

  test('omit the title when the description is missing', () => {
    expect(fillFacts({ title: 'Kumo', description: '{{vendor.data.blurb}}' }, view, {})).toBeUndefined();
  });
});
