// The printers of the run, with the faults of a kitchen: lost responses, late and forgotten confirmations, no paper, a killed agent.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { CloudPrntPrinter, EscPosPrinter, readEscPos, readStar, ServerDirectPrinter } from 'print-stand-ins';
import { root } from 'releases/build/apps';
import { type Paper, paperOf } from './papers';

export const KINDS = ['cloudprnt', 'server-direct', 'agent'] as const;
export type Kind = (typeof KINDS)[number];

export interface Device {
  /** What was printed so far. */
  papers: () => Paper[];
  /** One fault, such as an empty roll, that ends by itself or with `mend`. */
  disturb: (random: number) => Promise<void>;
  mend: () => Promise<void>;
  stop: () => Promise<void>;
}

const AGENT = path.join(root, 'api/src/printing/agent/print-agent.mjs');

/** @param url the address that the site gave the printer */
export async function openDevice(kind: Kind, url: string, pollMs: number): Promise<Device> {
  if (kind === 'agent') return openAgent(url);
  const printer = kind === 'cloudprnt' ? new CloudPrntPrinter(url) : new ServerDirectPrinter(url);
  const read = kind === 'cloudprnt' ? readStar : readEscPos;
  printer.start(pollMs);
  return {
    papers: () => printer.tickets.map((ticket) => paperOf(read(ticket))),
    async disturb(random) {
      const faults = [
        () => {
          printer.losesNextResponse = true;
        },
        () => {
          printer.forgetsNextConfirmation = true;
        },
        () => {
          printer.pollsBeforeConfirmation = Math.floor(random * 97) % 6;
        },
        () => {
          printer.paper = 'out';
        },
        () => {
          printer.nextNonsense = '{"statusCode": 7';
        },
      ];
      faults[Math.floor(random * faults.length)]?.();
    },
    async mend() {
      printer.paper = 'ok';
      printer.pollsBeforeConfirmation = 0;
    },
    stop: () => printer.stop(),
  };
}

async function openAgent(url: string): Promise<Device> {
  const printer = new EscPosPrinter();
  const address = `127.0.0.1:${await printer.listen()}`;
  const run = () => spawn(process.execPath, [AGENT, url, address], { stdio: 'ignore' });
  const end = async (agent: ChildProcess, signal: NodeJS.Signals) => {
    if (agent.exitCode !== null || agent.signalCode !== null) return;
    agent.kill(signal);
    await once(agent, 'exit');
  };
  let agent = run();
  return {
    papers: () => printer.tickets.map((ticket) => paperOf(readEscPos(ticket))),
    async disturb(random) {
      if (random < 0.4) {
        await end(agent, 'SIGKILL');
        agent = run();
      } else if (random < 0.7) printer.hangsUpAfterBytes = 200;
      else printer.paper = 'out';
    },
    async mend() {
      printer.paper = 'ok';
      printer.resume();
    },
    async stop() {
      await end(agent, 'SIGTERM');
      await printer.close();
    },
  };
}
