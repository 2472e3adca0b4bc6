/** The responses of the API with which the screen states show a stall's printers. */
import type { Page } from '@playwright/test';
import { aPrinter, aPrintJob } from 'shared-contracts/testing/builders';
import type { Printer, PrintJob } from 'shared-contracts/types';

const now = () => new Date().toISOString();

/** The printers of a stall: one that prints, one without paper, and one that is silent since yesterday. */
export const printers = (): Printer[] => [
  aPrinter({ id: 71, state: { last_heard_at: now() } }),
  aPrinter({
    id: 72,
    name: 'Bar, beside the entrance',
    kind: 'server-direct',
    documents: ['kitchen', 'slip', 'day-end'],
    waiting_jobs: 2,
    state: {
      last_heard_at: now(),
      paper: 'out',
      problem: 'paper-out',
      problem_text: 'The printer is out of paper. Put in a new roll.',
    },
  }),
  aPrinter({
    id: 73,
    name: 'Counter',
    kind: 'agent',
    paper: 58,
    state: { last_heard_at: '2026-11-20T17:05:00Z', is_connected: false },
  }),
];

/** A tablet in counter mode, which prints through its browser. */
export const tabletPrinter = (): Printer =>
  aPrinter({ id: 75, name: 'Counter tablet', kind: 'tablet', has_address: false, state: { last_heard_at: now() } });

const jobs = (): PrintJob[] => [
  aPrintJob({
    id: 84,
    printer: { id: 72, name: 'Bar, beside the entrance' },
    order: { id: 4, order_number: 'K-104' },
    state: 'queued',
    problem_text: 'The printer is out of paper. Put in a new roll.',
    created_at: now(),
    ended_at: null,
  }),
  aPrintJob({
    id: 83,
    order: { id: 3, order_number: 'K-103' },
    marks: [
      { kind: 'moved', from: 'Bar, beside the entrance', to: 'Kitchen' },
      { kind: 'reprint', by: 'Aiko Tanaka', at: now() },
    ],
    created_at: now(),
  }),
  aPrintJob({ id: 82, document: 'day-end', order: null, created_at: now() }),
  aPrintJob({
    id: 81,
    document: 'slip',
    state: 'failed',
    problem_text: 'The ticket is too large for the printer. Read the order on the screen.',
    created_at: now(),
  }),
];

const TICKET = `<svg xmlns="http://www.w3.org/2000/svg" width="576" height="420" font-family="monospace" text-anchor="middle">
<text x="288" y="90" font-size="84">K-104</text><text x="288" y="150" font-size="36">Collect</text>
<text x="288" y="240" font-size="44">2 × Tonkotsu ramen</text><text x="288" y="290" font-size="32">Soy-cured egg</text></svg>`;

interface Stall {
  printers?: Printer[];
  jobs?: PrintJob[];
  mayEdit?: boolean;
  stuckJobs?: number;
}

/** Responds for the printers of the demo's first stall. */
export async function withPrinters(page: Page, stall: Stall = {}): Promise<void> {
  const body = {
    data: stall.printers ?? printers(),
    may_edit: stall.mayEdit ?? true,
    stuck_jobs: stall.stuckJobs ?? 0,
    timezone: 'America/Toronto',
  };
  await page.route('**/api/v1/vendors/1/print-jobs', (route) =>
    route.fulfill({ json: { data: stall.jobs ?? jobs() } }),
  );
  await page.route('**/api/v1/vendors/1/print-jobs/*/preview', (route) =>
    route.fulfill({ json: { data: { svg: TICKET } } }),
  );
  await page.route('**/api/v1/vendors/1/printers/*/address', (route) =>
    route.fulfill({ json: { data: address(route.request().url()) } }),
  );
  await page.route('**/api/v1/vendors/1/printers', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: body });
    const settings = route.request().postDataJSON();
    const printer = aPrinter({ ...settings, id: 74, state: { last_heard_at: null, is_connected: false } });
    body.data = [...body.data, printer];
    return route.fulfill({
      status: 201,
      json: { data: { printer, address: settings.kind === 'tablet' ? null : address(route.request().url()) } },
    });
  });
}

/** An address as long as a real one. */
function address(site: string) {
  const secret = 'Zq3vN8kR1tYw5xLb7mDf2hJc9pGs4aVe6uTo0iEnKrM';
  return { url: `${new URL(site).origin}/api/v1/print/${secret}`, secret };
}
