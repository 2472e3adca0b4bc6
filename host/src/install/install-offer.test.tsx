import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createEventStore, provideEventStore, publish } from 'shared-contracts/events';
import { provideSite } from 'shared-contracts/site';
import { TEST_SITE } from 'shared-contracts/testing';
import { InstallOffer } from './install-offer';
import { watchInstallPrompt } from './install-prompt';

let stop: () => void;

beforeEach(() => {
  window.localStorage.clear();
  provideSite(TEST_SITE);
  provideEventStore(createEventStore());
  stop = watchInstallPrompt();
});
afterEach(() => stop());

/** Acts as a browser that can install the site. */
function offerFromBrowser() {
  const prompt = jest.fn(async () => {});
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(event));
  return { prompt, event };
}

const pay = (outcome: 'paid' | 'failed' = 'paid') =>
  act(() => publish('payment-ended', { cartId: 1, outcome }, 'checkout'));
const offer = () => screen.queryByRole('complementary', { name: 'Install' });

test("the offer shows after the first order and holds back the browser's own until then", () => {
  render(<InstallOffer />);
  const { event } = offerFromBrowser();
  expect(event.defaultPrevented).toBe(true);
  pay('failed');
  expect(offer()).toBeNull();
  pay();
  expect(offer()).toHaveTextContent(`Put ${TEST_SITE.brand} on your home screen`);
});

test("the offer opens the browser's own dialog and does not return after it", async () => {
  render(<InstallOffer />);
  const { prompt } = offerFromBrowser();
  pay();
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  expect(prompt).toHaveBeenCalledTimes(1);
  expect(offer()).toBeNull();
});

test('a declined offer does not return after the next order', async () => {
  render(<InstallOffer />);
  offerFromBrowser();
  pay();
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  pay();
  offerFromBrowser();
  expect(offer()).toBeNull();
});

test('the offer waits until the browser can install the site', () => {
  pay();
  render(<InstallOffer />);
  expect(offer()).toBeNull();
  offerFromBrowser();
  expect(offer()).toBeVisible();
});

test("no offer shows once the site was installed from the browser's menu", () => {
  render(<InstallOffer />);
  offerFromBrowser();
  act(() => void window.dispatchEvent(new Event('appinstalled')));
  pay();
  expect(offer()).toBeNull();
});

test('no offer shows in a browser that cannot install sites, as on iOS', () => {
  render(<InstallOffer />);
  pay();
  expect(offer()).toBeNull();
});
