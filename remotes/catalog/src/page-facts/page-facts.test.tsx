import { render, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { keepLocalsUnder } from 'shared-contracts/local-keys';
import type { RemoteManifest } from 'shared-contracts/remote';
import { fillFacts } from 'shared-contracts/remote/facts';
import { provideSite } from 'shared-contracts/site';
import { anItem, aVendor, aVendorSummary, aVenue, fakeApi, renderScreen, TEST_SITE } from 'shared-contracts/testing';
import manifest from '../../remote.json';
import { Screen as Item } from '../item/item.screen';
import { Screen as Menu } from '../menu/menu.screen';
import { installObserver } from '../testing/intersection';
import { Screen as Vendors } from '../vendors/vendors.screen';
import { Screen as Venues } from '../venues/venues.screen';
import { PageFacts } from './page-facts';

const show = () =>
  render(<PageFacts title="Kumo Ramen" description="Broth that simmers for two days." path="/venues/1/vendors/7" />);
const metaContent = (meta: string) => document.head.querySelector(`meta[${meta}]`)?.getAttribute('content');
const description = () => document.head.querySelector('meta[name="description"]')?.getAttribute('content');

beforeEach(() => {
  provideSite(TEST_SITE);
  installObserver();
});
afterEach(() => keepLocalsUnder(''));

test('gives the head of the page a description and the canonical address', () => {
  const { unmount } = show();
  expect(description()).toBe('Broth that simmers for two days.');
  expect(document.head.querySelector('link[rel="canonical"]')).toHaveProperty(
    'href',
    `${window.location.origin}/venues/1/vendors/7`,
  );
  unmount();
  expect(description()).toBeUndefined();
});

test('does not change the head of another site that embeds the screen', () => {
  keepLocalsUnder('foodhall.');
  show();
  expect(description()).toBeUndefined();
});

describe('the facts in remote.json, which the server sends to readers without scripts', () => {
  const venue = aVenue();
  const vendor = aVendor({});
  const item = anItem({ vendor_id: vendor.id });
  const bodies = {
    venues: { data: [venue] },
    venue: { data: venue },
    vendors: { data: [aVendorSummary({ id: vendor.id, name: vendor.name })] },
    vendor: { data: vendor },
    item: { data: item },
  };
  const api = () =>
    fakeApi()
      .on('GET /venues', bodies.venues)
      .on(`GET /venues/${venue.id}`, bodies.venue)
      .on('GET /vendors', bodies.vendors)
      .on(`GET /vendors/${vendor.id}`, bodies.vendor)
      .on(`GET /items/${item.id}`, bodies.item);
  const params = { venueId: String(venue.id), vendorId: String(vendor.id), itemId: String(item.id) };
  const { facts = {} } = manifest as RemoteManifest;

  test.each<[string, string, ReactElement]>([
    ['venues', '/venues', <Venues key="venues" />],
    ['vendors', '/venues/:venueId/vendors', <Vendors key="vendors" />],
    ['menu', '/venues/:venueId/vendors/:vendorId', <Menu key="menu" />],
    ['item', '/venues/:venueId/vendors/:vendorId/items/:itemId', <Item key="item" />],
  ])('equal those of the screen %s', async (screen, path, element) => {
    const at = path.replace(/:(\w+)/g, (_whole, name: keyof typeof params) => params[name]);
    renderScreen(element, { api: api(), path, at });
    const declared = facts[screen];
    const sent = declared && fillFacts(declared, { site: TEST_SITE, ...bodies }, params);
    await waitFor(() => expect(description()).toBe(sent?.description));
    expect(metaContent('property="og:title"')).toBe(`${sent?.title} · Foodhall`);
    expect(metaContent('property="og:description"')).toBe(sent?.description);
  });

  test('exist for every screen', () => {
    expect(Object.keys(facts).sort()).toEqual([...new Set(manifest.routes.map(({ screen }) => screen))].sort());
  });
});
