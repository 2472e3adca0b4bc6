import type { Faults, WebhookMode } from '../faults/faults';

/** One event that goes to one address, for any provider. */
export interface Delivery {
  id: string;
  provider: 'stripe' | 'paystack';
  accountId: string;
  eventId: string;
  eventType: string;
  body: string;
  /** The number of attempts so far. */
  attempts: number;
  state: 'waiting' | 'delivered' | 'dropped' | 'given-up';
}

/** Returns the address and the headers of a delivery; null while the account has no address. It signs again for every attempt. */
export type DeliveryAddress = (delivery: Delivery) => { url: string; headers: Record<string, string> } | null;

interface DispatcherOptions {
  faults: Faults;
  address: DeliveryAddress;
  retryDelaysMs: number[];
  /** Deliveries of an earlier run. The waiting ones are sent again. */
  deliveries: Delivery[];
  onChange: () => void;
}

const LOG_LENGTH = 500;
const ATTEMPT_TIMEOUT_MS = 10_000;

/** Delivers events at least once, with retries, as the providers do: their order and number are not guaranteed. */
export class WebhookDispatcher {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly inFlight = new Set<Promise<void>>();
  private readonly held: Delivery[] = [];
  private readonly dispatched: Partial<Record<WebhookMode, number>> = {};
  private readonly closing = new AbortController();

  constructor(private readonly options: DispatcherOptions) {}

  /** Sends the deliveries that an earlier run left waiting or that had no address before. */
  resume() {
    for (const delivery of this.options.deliveries) {
      if (delivery.state === 'waiting' && !this.held.includes(delivery)) this.attempt(delivery);
    }
  }

  dispatch(delivery: Delivery) {
    const { deliveries, faults } = this.options;
    deliveries.push(delivery);
    while (deliveries.length > LOG_LENGTH && deliveries[0]?.state !== 'waiting') deliveries.shift();

    const { mode } = faults.webhooks;
    this.dispatched[mode] = (this.dispatched[mode] ?? 0) + 1;
    switch (mode) {
      case 'drop':
        delivery.state = 'dropped';
        break;
      case 'hold':
        this.held.push(delivery);
        break;
      case 'reorder':
        this.held.push(delivery);
        if (this.held.length >= 2) this.release('reverse');
        break;
      case 'delay':
        this.later(faults.webhooks.delayMs, () => this.attempt(delivery));
        break;
      case 'duplicate':
        this.attempt(delivery);
        this.attempt(delivery);
        break;
      default:
        this.attempt(delivery);
    }
    this.options.onChange();
  }

  /** Sends the held deliveries one after the other in the given order. @returns their number */
  release(order: 'given' | 'reverse'): number {
    const batch = this.held.splice(0);
    if (order === 'reverse') batch.reverse();
    this.track(
      (async () => {
        for (const delivery of batch) await this.send(delivery);
      })(),
    );
    return batch.length;
  }

  log(): Delivery[] {
    return this.options.deliveries;
  }

  /** The number of events in each mode. */
  counts(): Partial<Record<WebhookMode, number>> {
    return this.dispatched;
  }

  waiting(): number {
    return this.options.deliveries.filter((delivery) => delivery.state === 'waiting').length;
  }

  /** Resolves when no attempt is running. Attempts that wait for a retry do not count. */
  async idle(): Promise<void> {
    while (this.inFlight.size > 0) await Promise.all(this.inFlight);
  }

  async close(): Promise<void> {
    this.closing.abort();
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    await this.idle();
  }

  private attempt(delivery: Delivery) {
    // The delivery starts on the next turn of the event loop, so that the call that caused the event finishes first.
    this.track(new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.send(delivery)));
  }

  private async send(delivery: Delivery): Promise<void> {
    if (this.closing.signal.aborted) return;
    const target = this.options.address(delivery);
    if (!target) return;
    delivery.attempts += 1;
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', ...target.headers },
        body: delivery.body,
        signal: AbortSignal.any([AbortSignal.timeout(ATTEMPT_TIMEOUT_MS), this.closing.signal]),
      });
      await response.arrayBuffer();
      if (response.ok) delivery.state = 'delivered';
      else this.retry(delivery);
    } catch {
      this.retry(delivery);
    }
    this.options.onChange();
  }

  private retry(delivery: Delivery) {
    if (delivery.state === 'delivered') return;
    const delayMs = this.options.retryDelaysMs[delivery.attempts - 1];
    if (delayMs === undefined) delivery.state = 'given-up';
    else this.later(delayMs, () => this.attempt(delivery));
  }

  private later(delayMs: number, work: () => void) {
    if (this.closing.signal.aborted) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, delayMs);
    this.timers.add(timer);
  }

  private track(work: Promise<void>) {
    const tracked = work.finally(() => this.inFlight.delete(tracked));
    this.inFlight.add(tracked);
  }
}
