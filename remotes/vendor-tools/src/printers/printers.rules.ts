/** Says in words what a printer is, how it is, and what it prints. */
import { formatDateGb, formatTime, localDay } from 'shared-contracts/rules/dates';
import type {
  MenuEditor,
  PrintedDocument,
  Printer,
  PrinterAddress,
  PrinterKind,
  PrinterSettings,
  PrintJob,
} from 'shared-contracts/types';
import { language, plural, t } from '../words';

/** The languages in which the server writes tickets. */
export const TICKET_LANGUAGES = ['en', 'fr', 'es', 'ar'] as const;

export const MOST_COPIES = 5;

/** The kinds by how many stalls have them. */
export const KINDS = ['cloudprnt', 'server-direct', 'agent', 'tablet'] as const satisfies readonly PrinterKind[];

interface KindWords {
  name: string;
  /** Says by what a stall owner recognises the kind. */
  note: string;
}

export function kindWords(kind: PrinterKind): KindWords {
  const words: Readonly<Record<PrinterKind, () => KindWords>> = {
    cloudprnt: () => ({
      name: t('Star with CloudPRNT'),
      note: t('It fetches tickets from the internet by itself. Such as mC-Print3 or TSP143IV.'),
    }),
    'server-direct': () => ({
      name: t('Epson with Server Direct Print'),
      note: t('It fetches tickets from the internet by itself. Such as TM-m30III or TM-T88VII.'),
    }),
    agent: () => ({
      name: t('Another receipt printer'),
      note: t('It is on the stall’s network. A computer at the stall passes tickets on.'),
    }),
    tablet: () => ({
      name: t('This or another tablet'),
      note: t('The tablet with the orders prints through its browser.'),
    }),
  };
  return words[kind]();
}

export function documentName(document: PrintedDocument): string {
  const names: Readonly<Record<PrintedDocument, () => string>> = {
    kitchen: () => t('Kitchen ticket'),
    slip: () => t('Customer’s slip'),
    'day-end': () => t('Day’s end'),
    test: () => t('Test page'),
  };
  return names[document]();
}

export function momentName(moment: PrinterSettings['moment']): string {
  const names: Readonly<Record<PrinterSettings['moment'], () => string>> = {
    placed: () => t('When an order arrives'),
    picked: () => t('When a cook taps Pick'),
    done: () => t('When a cook taps Done'),
  };
  return names[moment]();
}

export const paperName = (paper: PrinterSettings['paper']): string => t('{width} mm', { width: paper });

/**
 * The settings of a new printer, which prints each order at once.
 * @param names the names that are in use
 */
export const newPrinter = (names: readonly string[] = []): PrinterSettings => ({
  name: freeName(t('Kitchen'), names),
  kind: 'cloudprnt',
  paper: 80,
  documents: ['kitchen'],
  moment: 'placed',
  copies: 1,
  language: TICKET_LANGUAGES.find((each) => each === language()) ?? 'en',
  group_ids: [],
  takeover_printer_id: null,
});

/** 'Kitchen', or 'Kitchen 2' where that is in use. */
function freeName(name: string, names: readonly string[]): string {
  const candidates = [name, ...names.map((_each, index) => `${name} ${index + 2}`)];
  return candidates.find((each) => !names.includes(each)) ?? name;
}

/** Picks the settings of a printer, without its state. */
export function settingsOf(printer: PrinterSettings): PrinterSettings {
  const { name, kind, paper, documents, moment, copies, language: written, group_ids, takeover_printer_id } = printer;
  return { name, kind, paper, documents, moment, copies, language: written, group_ids, takeover_printer_id };
}

/** The time at the venue, whatever zone the device is in. */
export interface VenueClock {
  /** In milliseconds since the epoch. */
  now: number;
  timeZone: string;
}

/** A printer's state in words, with the hue of the lamp. */
export interface Lamp {
  tone: 'done' | 'late' | 'preparing' | 'neutral';
  text: string;
  /** Says what to do. */
  advice?: string;
}

/** Says what of a printer's state matters most: a problem, then its silence, then paper that ends soon. */
export function lampOf(
  { kind, state, has_address }: Pick<Printer, 'kind' | 'state' | 'has_address'>,
  clock: VenueClock,
): Lamp {
  const isTablet = kind === 'tablet';
  if (!has_address && !isTablet) {
    return { tone: 'late', text: t('It has no address.'), advice: t('Make a new address and set it in the printer.') };
  }
  if (state.last_heard_at === null) {
    return {
      tone: 'neutral',
      text: t('Not connected yet'),
      advice: isTablet ? tabletAdvice() : t('Set its address in the printer.'),
    };
  }
  if (!state.is_connected) {
    const time = sinceText(state.last_heard_at, clock);
    return { tone: 'late', text: t('Not heard from since {time}', { time }), advice: silenceAdvice(kind) };
  }
  if (state.problem_text !== null) return { tone: 'late', text: state.problem_text };
  if (state.paper === 'low') {
    return { tone: 'preparing', text: t('Connected'), advice: t('The paper ends soon. Have a new roll ready.') };
  }
  return { tone: 'done', text: t('Connected') };
}

const tabletAdvice = () => t('Open Orders on the tablet, tap Display, and choose this printer.');

function silenceAdvice(kind: PrinterKind): string {
  if (kind === 'tablet') return t('Open Orders on the tablet, and keep it in sight.');
  if (kind === 'agent') return t('Check that the print agent runs, and that its computer and the printer are on.');
  return t('Check that it is on and connected to the network.');
}

/** '12:04' today, else '19 Nov 2026, 12:04'. */
export function sinceText(at: string, { now, timeZone }: VenueClock): string {
  const time = formatTime(at, timeZone);
  const isToday = localDay(at, timeZone) === localDay(new Date(now), timeZone);
  return isToday ? time : t('{day}, {time}', { day: formatDateGb(at, timeZone), time });
}

/** '2 tickets wait'; empty without any. */
export const waitingText = (count: number): string =>
  count === 0 ? '' : plural(count, { one: '# ticket waits', other: '# tickets wait' });

/** What a person copies: an address for the printer, or for the agent the command that loads and starts it. Windows, macOS and Linux have curl. */
export function copiedText(kind: PrinterKind, { url }: PrinterAddress, printerIp: string): string {
  if (kind !== 'agent') return url;
  const program = `${url.slice(0, url.lastIndexOf('/'))}/agent.mjs`;
  return `curl -o print-agent.mjs ${program} && node print-agent.mjs ${url} ${printerIp}`;
}

/** Says how to set the address, step by step, in the words of each maker. */
export function connectSteps(kind: PrinterKind): string[] {
  const steps: Readonly<Record<PrinterKind, () => string[]>> = {
    cloudprnt: () => [
      t(
        'Open the printer’s page in a browser: its address is on the paper that it prints when you hold Feed while turning it on.',
      ),
      t('Under CloudPRNT, switch the service on and enter this address as the server URL.'),
      t('Save, and let the printer restart.'),
    ],
    'server-direct': () => [
      t('Open the printer’s page in a browser: its address is on its status sheet.'),
      t('Under Server Direct Print, switch it on and enter this address as URL 1. ID and password stay empty.'),
      t('Save, and let the printer restart.'),
    ],
    agent: () => [
      t('Choose a computer at the stall that is always on and has Node.js.'),
      t('Run this command there, with the printer’s own address in place of {ip}.', { ip: PRINTER_IP }),
    ],
    tablet: () => [
      t('On the tablet that prints, open Orders and tap Display.'),
      t('Under “Print new tickets on this device”, choose this printer.'),
      t('Start its browser with kiosk printing, so that no dialog asks each time.'),
    ],
  };
  return steps[kind]();
}

/** Stands for the printer's address in the local network, until the person puts it in. */
export const PRINTER_IP = '192.168.1.50';

/** The state of a job in words, with the hue of its badge. */
export function jobState({ state }: Pick<PrintJob, 'state'>): {
  tone: 'new' | 'preparing' | 'done' | 'late';
  text: string;
} {
  const states = {
    queued: () => ({ tone: 'new' as const, text: t('Waits') }),
    sent: () => ({ tone: 'preparing' as const, text: t('Printing') }),
    printed: () => ({ tone: 'done' as const, text: t('Printed') }),
    failed: () => ({ tone: 'late' as const, text: t('Not printed') }),
  };
  return states[state]();
}

/** 'K-101', or what the paper is where it belongs to no order. */
export const jobTitle = ({ order, document }: Pick<PrintJob, 'order' | 'document'>): string =>
  order ? (order.order_number ?? t('Order')) : documentName(document);

/** Says why a ticket was printed again: 'Reprint by Aiko at 12:05'. */
export function markTexts({ marks }: Pick<PrintJob, 'marks'>, clock: VenueClock): string[] {
  return marks.map((mark) => {
    if (mark.kind === 'duplicate') return t('Marked as a duplicate');
    if (mark.kind === 'moved') return t('Moved from {from} to {to}', { from: mark.from, to: mark.to });
    return t('Printed again by {name}, {time}', { name: mark.by, time: sinceText(mark.at, clock) });
  });
}

/** An SVG as the address of a picture. In a picture no script runs and nothing is loaded. */
export const pictureOf = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Lists the groups of a stall's menus. With several menus each name begins with its menu's. */
export function menuGroups({ menus }: Pick<MenuEditor, 'menus'>): { id: number; name: string }[] {
  return menus.flatMap(({ name: menuName, groups }) =>
    groups.map(({ id, name }) => ({ id, name: menus.length > 1 ? `${menuName}: ${name}` : name })),
  );
}
