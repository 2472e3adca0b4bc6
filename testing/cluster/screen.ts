// A vendor's screen: a socket to one process, and a request for the queue at each join, as in the page.
import Pusher from 'pusher-js';
import { z } from 'zod';
import type { Account } from '../client/accounts';
import { queueOfVendor } from '../client/orders';

const addedSchema = z.object({ order: z.object({ id: z.number() }) });

export interface Screen {
  /** The orders that reached the screen by an event. */
  heard: ReadonlySet<number>;
  /** The orders that reached the screen by an event or a request. */
  seen: ReadonlySet<number>;
  /** The number of times that the screen has joined its channel. */
  joins: () => number;
  isLive: () => boolean;
  close: () => void;
}

export interface ScreenOptions {
  staff: Account;
  channel: string;
  /** The port of the process that the screen is connected to. */
  port: number;
  /** The API root that signs the channel, often that of another process. */
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

/** Resolves when the screen has joined the vendor's channel. */
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
      // The process that signs the channel is away for a moment, so the screen subscribes again as the page does.
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
 * Opens a customer's socket at one process.
 * @returns a function that resolves with true once the server has ended the socket, and with false after `ms`
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
