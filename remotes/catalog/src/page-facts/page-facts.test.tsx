import { render } from '@testing-library/react';
import { keepLocalsUnder } from 'shared-contracts/local-keys';
import { PageFacts } from './page-facts';

const show = () =>
  render(
    <PageFacts
      title="Kumo Ramen"
      description="Broth that simmers for two days."
      path="/venues/1/vendors/7"
      data={{ '@type': 'Restaurant', name: 'Kumo </script>' }}
    />,
  );
const described = () => document.head.querySelector('meta[name="description"]')?.getAttribute('content');

afterEach(() => keepLocalsUnder(''));

test('the head of the page says what is on it, and which address is its own', () => {
  const { container, unmount } = show();
  expect(described()).toBe('Broth that simmers for two days.');
  expect(document.head.querySelector('link[rel="canonical"]')).toHaveProperty(
    'href',
    `${window.location.origin}/venues/1/vendors/7`,
  );
  const data = container.querySelector('script[type="application/ld+json"]');
  expect(JSON.parse(data?.textContent ?? '')).toMatchObject({ name: 'Kumo </script>' });
  unmount();
  expect(described()).toBeUndefined();
});

test('the head of another site, in whose page the screen is, stays as it is', () => {
  keepLocalsUnder('foodhall.');
  const { container } = show();
  expect(described()).toBeUndefined();
  expect(container.querySelector('script')).toBeNull();
});
