/** Prints the orders of stalls: the routes of printers, those of a stall's people, and the rounds between. */
import { Rounds } from 'core/workers';
import type { ApiModule, Deps } from '../deps';
import { runPrintingRound } from './jobs/printing-round';
import type { DaySlips } from './jobs/rows-of-job';
import { type PollDeps, registerPrinterPolls } from './polls/printer-polls.routes';
import { PrinterWaits } from './polls/printer-waits';
import { Renderer } from './ticket/renderer';

const ROUND_MS = 10_000;

/** The modules share one renderer, so that a preview and a ticket are rendered once. */
export function printingModules(deps: Deps, daySlips: (deps: Deps) => DaySlips): { forPrinters: ApiModule } {
  const printing: PollDeps = {
    ...deps,
    renderer: new Renderer(),
    waits: new PrinterWaits(deps.departure),
    daySlips: daySlips(deps),
  };
  const { renderer, waits } = printing;
  return {
    forPrinters: async (app) => {
      deps.workers.add(
        new Rounds({ name: 'printing', everyMs: ROUND_MS, log: app.log, run: () => runPrintingRound(printing) }),
      );
      await waits.start(deps.notifications);
      app.addHook('onClose', async () => {
        waits.stop();
        await renderer.close();
      });
      await registerPrinterPolls(app, printing);
    },
  };
}
