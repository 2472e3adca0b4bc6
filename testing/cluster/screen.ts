// A screen of a vendor: a socket to one process, and a look at the queue whenever it is joined, as the page has.
import Pusher from 'pusher-js';
import { z } from 'zod';
import type { Account } from '../client/accounts';
import { queueOfVendor } from '../client/orders';

const addedSchema = z.object({ order: z.object({ id: z.number() }) });

export interface Screen {
  /** Orders that an event told of. */
  heard: ReadonlySet<number>;
  /** Orders that it knows of by an event or a look. */
  seen: ReadonlySet<number>;
  /** How often it joined its channel. */
  joins: () => number;
  isLive: () => boolean;
  close: () => void;
}

export interface ScreenOptions {
  staff: Account;
  channel: string;
  /** The process that it is connected to. */
  port: number;
  /** Where the channel is signed: at another process, as likely as not. */
  authRoot: string;
}

function connectTo({ staff, port, authRoot }: Omit<ScreenOptions, 'channel'>): Pusher {
  return new Pusher('foodhall', {
    cluster: 'local',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      endpoint: `${authRoot}/broadcasting/auth`,
      transport: 'ajax',
      headers: { authorization: `Bearer ${staff.token}` },
    },
  });
}

/** Resolves when it has joined the vendor's channel. */
export async function openScreen(options: ScreenOptions & { vendorId: number }): Promise<Screen> {
  const heard = new Set<number>();
  const seen = new Set<number>();
  let joins = 0;
  const client = connectTo(options);
  const channel = client.subscribe(options.channel);
  const look = async () => {
    for (const { order } of await queueOfVendor(options.staff, options.vendorId)) seen.add(order.id);
  };
  await new Promise<void>((resolve, reject) => {
    const lookAgain = () => void look().then(resolve, () => setTimeout(lookAgain, 500));
    channel.bind('pusher:subscription_error', (error: { status: number }) => {
      // Its process is away for a moment: as the page does, it begins again.
      if (joins > 0) setTimeout(() => channel.subscribe(), 500);
      else reject(new Error(`The channel was refused: ${error.status}`));
    });
    channel.bind('pusher:subscription_succeeded', () => {
      joins += 1;
      lookAgain();
    });
    channel.bind('App\\Events\\QueueOrderAdded', (data: unknown) => {
      const { order } = addedSchema.parse(data);
      heard.add(order.id);
      seen.add(order.id);
    });
  });
  return {
    heard,
    seen,
    joins: () => joins,
    isLive: () => client.connection.state === 'connected' && channel.subscribed,
    close: () => client.disconnect(),
  };
}

/**
 * A customer's socket at one process.
 * @returns what resolves with true once the server has ended it, and false where it has not within `ms`
 */
export async function openCustomer(options: ScreenOptions): Promise<{ isEnded: (ms: number) => Promise<boolean> }> {
  const client = connectTo(options);
  const channel = client.subscribe(options.channel);
  await new Promise<void>((resolve, reject) => {
    channel.bind('pusher:subscription_succeeded', () => resolve());
    channel.bind('pusher:subscription_error', (error: { status: number }) => reject(new Error(`${error.status}`)));
  });
  const refused = new Promise<boolean>((resolve) => channel.bind('pusher:subscription_error', () => resolve(true)));
  return {
    async isEnded(ms) {
      const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms));
      const isEnded = await Promise.race([refused, late]);
      client.disconnect();
      return isEnded;
    },
  };
}
