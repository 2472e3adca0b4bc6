/** Tests a stall's printers on real pages: an owner sets one up on a phone, and the stand-ins of print-stand-ins poll the site as printers do. */
import type { Page } from '@playwright/test';
import { CloudPrntPrinter, readStar, ServerDirectPrinter } from 'print-stand-ins';
import { createdPrinterSchema, many, one, printerSchema, printersSchema } from 'shared-contracts/schemas';
import { aPrinter } from 'shared-contracts/testing/builders';
import type { Printer, QueueEntry } from 'shared-contracts/types';
import { buy, enter, type Kitchen, kitchen, newAccount } from './support/api';
import { Effort } from './support/effort';
import { expect, test } from './support/test';

const KUMO = 'Kumo Ramen';
const PRINTERS = '/vendors/1/printers';
/** The interval of a stand-in's polls, in milliseconds. */
const POLL_MS = 300;

let cook: Kitchen;
test.beforeEach(async () => {
  cook = await kitchen();
});
// The other journeys work at the same stall, and without a printer.
test.afterEach(async () => {
  for (const { id } of (await cook.get(PRINTERS, printersSchema)).data)
    await cook.send({ method: 'DELETE', path: `${PRINTERS}/${id}` });
});

async function addPrinter(kind: Printer['kind'], name = 'Kitchen'): Promise<{ id: number; url: string }> {
  const { paper, documents, moment, copies, language, group_ids, takeover_printer_id } = aPrinter();
  const settings = { name, kind, paper, documents, moment, copies, language, group_ids, takeover_printer_id };
  const { data } = await cook.post(PRINTERS, settings, one(createdPrinterSchema));
  return { id: data.printer.id, url: data.address?.url ?? '' };
}

/** Plugs a printer in for as long as the steps take. */
async function whilePolling(
  printer: CloudPrntPrinter | ServerDirectPrinter,
  steps: () => Promise<void>,
): Promise<void> {
  printer.start(POLL_MS);
  try {
    await steps();
  } finally {
    await printer.stop();
  }
}

const numberOf = ({ order }: QueueEntry) => order.order_number ?? '';
const paperOf = (printer: CloudPrntPrinter) => printer.tickets.map((ticket) => readStar(ticket).join('\n'));

test('an owner adds a printer with six taps, its lamp turns green, and a new order comes out', {
  tag: '@core',
}, async ({ vendor }) => {
  const effort = new Effort();
  await enter(vendor, cook, '/your-items/1', KUMO);
  await vendor.getByRole('link', { name: 'Printers' }).waitFor();
  const start = Date.now();
  await effort.tap(vendor.getByRole('link', { name: 'Printers' }));
  await effort.tap(vendor.getByRole('button', { name: 'Add a printer' }));
  await effort.tap(vendor.getByRole('radio', { name: /^Star with CloudPRNT/ }));
  await effort.tap(vendor.getByRole('button', { name: 'Continue' }));
  const address = vendor.getByRole('region', { name: 'Address' });
  await expect(address.getByRole('img', { name: 'QR code of the same text' })).toBeVisible();
  await expect(vendor.getByText('Waiting for the printer…')).toBeVisible();
  const printer = new CloudPrntPrinter(await address.locator('code').innerText());
  await whilePolling(printer, async () => {
    await expect(vendor.getByText('Connected', { exact: true })).toBeVisible();
    await effort.tap(vendor.getByRole('button', { name: 'Print a test page' }));
    await expect.poll(() => printer.tickets.length).toBe(1);
    await effort.tap(vendor.getByRole('button', { name: 'Finish' }));
    const seconds = (Date.now() - start) / 1000;
    console.log(`effort of adding a printer: ${effort}, ${seconds.toFixed(1)} s with the test page`);
    expect(effort.taps).toBeLessThanOrEqual(6);

    const entry = await buy(await newAccount());
    await expect.poll(() => printer.tickets.length).toBe(2);
    expect(paperOf(printer)[1]).toContain(numberOf(entry));
    await vendor.reload();
    const jobs = vendor.getByRole('region', { name: 'Tickets of the last day' });
    await expect(jobs.getByRole('listitem').filter({ hasText: numberOf(entry) })).toContainText('Printed');
    await vendor.getByRole('button', { name: `Preview of ${numberOf(entry)}` }).click();
    const picture = vendor.getByRole('img', { name: `The ticket ${numberOf(entry)} as it prints` });
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  });
});

test('a printer without paper is named in the queue with what to do, and prints once it has paper', async ({
  vendor,
}) => {
  const { url } = await addPrinter('server-direct', 'Pass');
  const printer = new ServerDirectPrinter(url);
  await whilePolling(printer, async () => {
    await enter(vendor, cook, '/queues', KUMO);
    await expect(vendor.getByRole('heading', { level: 1 })).toBeVisible();
    printer.paper = 'out';
    await buy(await newAccount());
    await expect(vendor.getByText('1 ticket is not printed.')).toBeVisible();
    await expect(vendor.getByText('Pass: The printer is out of paper. Put in a new roll.')).toBeVisible();
    await vendor.getByRole('link', { name: 'Printers' }).click();
    const pass = vendor.getByRole('listitem').filter({ has: vendor.getByRole('heading', { name: 'Pass' }) });
    await expect(pass).toContainText('The printer is out of paper.');
    await expect(pass).toContainText('1 ticket waits');
    printer.paper = 'ok';
    await expect.poll(() => printer.tickets.length).toBe(1);
    await expect(pass).toContainText('Connected');
    await vendor.goBack();
    await expect(vendor.getByText('1 ticket is not printed.')).toHaveCount(0);
  });
});

test('Re-Print sends a done order to the printer, and its ticket says that it is a reprint', async ({ vendor }) => {
  const printer = new CloudPrntPrinter((await addPrinter('cloudprnt')).url);
  await whilePolling(printer, async () => {
    const entry = await buy(await newAccount());
    await expect.poll(() => printer.tickets.length).toBe(1);
    await cook.move(entry, 'busy', 'done');
    await enter(vendor, cook, '/queues?filter=done', KUMO);
    const card = vendor.getByRole('article', { name: `Order ${numberOf(entry)}` });
    await expect(card.getByRole('button', { name: /^Print here/ })).toBeVisible();
    await card.getByRole('button', { name: 'Re-Print' }).click();
    await expect(vendor.getByText(`${numberOf(entry)} is printed again.`)).toBeVisible();
    await expect.poll(() => printer.tickets.length).toBe(2);
    const [first, second] = paperOf(printer);
    expect(first).not.toContain('REPRINT');
    expect(second).toContain('REPRINT');
    await expect(vendor).toHaveURL(/\/queues\?filter=done$/);
  });
});

/** Records what a browser with kiosk printing would put on paper: the pictures of its printed frames. */
function recordPrints(): void {
  const { get } = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow') ?? {};
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
    get(this: HTMLIFrameElement) {
      const frame = get?.call(this) as Window | null;
      if (frame) {
        frame.print = () => {
          const picture = frame.document.querySelector('img');
          const printed = JSON.parse(localStorage.getItem('test.printed') ?? '[]');
          localStorage.setItem('test.printed', JSON.stringify([...printed, picture?.naturalWidth]));
          frame.dispatchEvent(new Event('afterprint'));
        };
      }
      return frame;
    },
  });
}

const printedOn = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('test.printed') ?? '[]') as number[]);

test('a tablet that was chosen prints each new ticket once, with two tabs open and after a reload', async ({
  vendor,
}) => {
  const { id } = await addPrinter('tablet', 'Counter tablet');
  await vendor.context().addInitScript(recordPrints);
  await enter(vendor, cook, '/queues?filter=all', KUMO);
  await vendor.getByRole('button', { name: 'Display' }).click();
  await vendor.getByRole('radio', { name: 'As Counter tablet' }).check();
  const other = await vendor.context().newPage();
  await other.goto('/queues?filter=all');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  const buyer = await newAccount();
  await buy(buyer);
  await expect.poll(() => printedOn(vendor)).toHaveLength(1);
  await vendor.reload();
  await buy(buyer);
  await expect.poll(() => printedOn(vendor)).toHaveLength(2);
  for (const width of await printedOn(vendor)) expect(width).toBeGreaterThan(100);
  // Everything that was given out is confirmed.
  const printer = async () => (await cook.get(PRINTERS, many(printerSchema))).data.find((each) => each.id === id);
  await expect.poll(async () => (await printer())?.waiting_jobs).toBe(0);
  expect(await printedOn(vendor)).toHaveLength(2);
});
