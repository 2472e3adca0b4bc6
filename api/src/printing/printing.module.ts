/** Prints the orders of stalls: the routes of printers, those of a stall's people, and the rounds between. */
import { Rounds } from 'core/workers';
import type { ApiModule, Deps } from '../deps';
import { registerAgentFile } from './agent/agent-file.routes';
import { runPrintingRound } from './jobs/printing-round';
import type { DaySlips } from './jobs/rows-of-job';
import { type PollDeps, registerPrinterPolls } from './polls/printer-polls.routes';
import { PrinterWaits } from './polls/printer-waits';
import { registerPrinters, type StallDeps } from './printers/printers.routes';
import { Renderer } from './ticket/renderer';

const ROUND_MS = 10_000;

interface Given {
  /** The wing of payments is above this one. */
  daySlips: (deps: Deps) => DaySlips;
  /** The languages of the server's texts. */
  languages: readonly string[];
}

/** The modules share one renderer, so that a preview and a ticket are rendered once. */
export function printingModules(
  deps: Deps,
  { daySlips, languages }: Given,
): { forPrinters: ApiModule; forStalls: ApiModule } {
  const printing: PollDeps & StallDeps = {
    ...deps,
    renderer: new Renderer(),
    waits: new PrinterWaits(deps.departure),
    daySlips: daySlips(deps),
    languages,
  };
  const { renderer, waits } = printing;
  return {
    forStalls: (app) => registerPrinters(app, printing),
    forPrinters: async (app) => {
      deps.workers.add(
        new Rounds({ name: 'printing', everyMs: ROUND_MS, log: app.log, run: () => runPrintingRound(printing) }),
      );
      await waits.start(deps.notifications);
      app.addHook('onClose', async () => {
        waits.stop();
        await renderer.close();
      });
      registerAgentFile(app);
      await registerPrinterPolls(app, printing);
    },
  };
}
