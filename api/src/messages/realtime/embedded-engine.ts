/**
 * A Pusher-protocol engine inside the API's process, so that one process is a whole site. It knows only its sockets and their channels. The
 * broadcaster passes on the events of other processes.
 */
import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { messageOf } from 'core/errors';
import type { Log } from 'core/log';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Broadcaster, type BroadcastOptions, PermanentBroadcastError } from './broadcaster';
import { Connection, closeSocket } from './connection';
import {
  CLOSE,
  errorFrame,
  frame,
  isCacheChannel,
  isChannelName,
  isPresenceChannel,
  isPrivateChannel,
  MAX_EVENT_BYTES,
  MAX_EVENT_NAME,
  PROTOCOL_VERSIONS,
  readClientMessage,
} from './protocol';
import { channelAuth, type RealtimeCredentials, sameText, userAuth } from './signature';

export interface EngineLimits {
  maxConnections: number;
  /**
   * The most sockets of one address. It must be thousands, because all guests of a hall may share one address. It is only a part of all
   * sockets, so that no address uses them up.
   */
  maxConnectionsPerAddress: number;
  maxChannelsPerSocket: number;
  maxFrameBytes: number;
  /** The most frames that one socket may send within `frameWindowMs`. */
  maxFramesPerWindow: number;
  frameWindowMs: number;
  maxBufferedBytes: number;
  /** The silence after which either side pings the other. It is shorter than the 60 s after which common proxies cut a connection. */
  activityTimeoutMs: number;
  pongTimeoutMs: number;
  /** The time that a closing socket may take before it is cut. */
  closeGraceMs: number;
}

export const DEFAULT_LIMITS: EngineLimits = {
  maxConnections: 20_000,
  maxConnectionsPerAddress: 5_000,
  maxChannelsPerSocket: 50,
  maxFrameBytes: 16_384,
  maxFramesPerWindow: 200,
  frameWindowMs: 10_000,
  maxBufferedBytes: 1_048_576,
  activityTimeoutMs: 50_000,
  pongTimeoutMs: 30_000,
  closeGraceMs: 1_000,
};

export interface EngineStats {
  connections: number;
  channels: number;
}

const SOCKET_PATH = /^\/app\/([^/]+)$/;

/** The reasons of close frames. They are constants without text from a client, because a reason of more than 123 bytes throws. */
const REASON = {
  unknownKey: 'This app key is not known here',
  noProtocol: 'No protocol version supplied',
  unreadableProtocol: 'Invalid version string format',
  unknownProtocol: 'Unsupported protocol version',
  full: 'Over connection quota',
  addressFull: 'Too many connections from this address',
  flood: 'Too many messages',
  sessionEnded: 'The session has ended',
  restart: 'The server is restarting',
  gap: 'Events may have been missed',
  noPong: 'Pong reply not received in time',
} as const;

type Reason = (typeof REASON)[keyof typeof REASON];

/** True if a signature for a channel (null: for the sign-in of the user) is no longer valid. */
export type IsOver = (session: number, channel: string | null) => boolean;
const SERVER_TO_USER = '#server-to-user-';

export class EmbeddedEngine implements Broadcaster {
  private readonly limits: EngineLimits;
  private readonly server: WebSocketServer;
  private readonly connections = new Map<string, Connection>();
  private readonly subscribers = new Map<string, Set<Connection>>();
  /** The number of open sockets by address. */
  private readonly openByAddress = new Map<string, number>();
  private readonly sweeper: NodeJS.Timeout;
  private isClosing = false;

  constructor(
    private readonly credentials: RealtimeCredentials,
    private readonly log: Log,
    limits: Partial<EngineLimits> = {},
  ) {
    this.limits = { ...DEFAULT_LIMITS, ...limits };
    this.server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: this.limits.maxFrameBytes,
      // Frames are a few hundred bytes. Compression would cost each socket many times that in memory.
      perMessageDeflate: false,
    });
    const sweepEvery = Math.max(10, Math.min(this.limits.activityTimeoutMs, this.limits.pongTimeoutMs) / 4);
    this.sweeper = setInterval(() => this.sweep(Date.now()), sweepEvery);
    this.sweeper.unref();
  }

  stats(): EngineStats {
    return { connections: this.connections.size, channels: this.subscribers.size };
  }

  /** True if an upgrade is a browser's socket to `/app/:key`. Any other upgrade is an ordinary request. */
  accepts(request: IncomingMessage): boolean {
    return !this.isClosing && request.headers.upgrade?.toLowerCase() === 'websocket' && keyOf(request) !== undefined;
  }

  /**
   * Takes over an HTTP upgrade to `/app/:key`. A page of any origin may connect, because public channels are public and private ones need a
   * signature from the API. A refusal uses the opened socket, because the protocol has its codes there.
   * @param address the IP address of the visitor, whose open sockets are counted
   */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void {
    this.server.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate());
      const refusal = this.refusalOf(keyOf(request), protocolOf(request), address);
      if (refusal) {
        webSocket.send(errorFrame(refusal.code, refusal.reason));
        closeSocket(webSocket, refusal.code, refusal.reason, this.limits.closeGraceMs);
        return;
      }
      this.open(webSocket, address);
    });
  }

  async broadcast(
    channels: readonly string[],
    event: string,
    payload: unknown,
    options: BroadcastOptions = {},
  ): Promise<void> {
    const data = sendable(event, payload);
    for (const channel of channels) {
      const listeners = this.subscribers.get(channel);
      if (!listeners) continue;
      const bytes = Buffer.from(frame(event, data, channel));
      for (const connection of listeners) {
        if (connection.id !== options.exceptSocketId) this.guard(connection, () => connection.send(bytes));
      }
    }
  }

  /**
   * Records the session of a signature. The routes that sign call this, because the signature does not state when it ends.
   * @param channel null for the sign-in of the user
   * @returns true if this process has the socket
   */
  signedFor(socketId: string, session: number, channel: string | null): boolean {
    const connection = this.connections.get(socketId);
    if (!connection) return false;
    const channels = connection.signed.get(session);
    if (channels) channels.add(channel);
    else connection.signed.set(session, new Set([channel]));
    return true;
  }

  /** Returns the sessions for which open sockets listen. */
  sessions(): number[] {
    const sessions = new Set<number>();
    for (const connection of this.connections.values())
      for (const session of connection.signed.keys()) sessions.add(session);
    return [...sessions];
  }

  /** Ends the sockets that listen for sessions that have ended. */
  endSessions(sessions: readonly number[]): void {
    const ended = new Set(sessions);
    this.endSigned((session) => ended.has(session));
  }

  /**
   * Ends the sockets with an invalid signature. The code makes the page reconnect immediately for public channels. For private channels the page
   * asks for a new signature, which the API may refuse.
   */
  endSigned(isOver: IsOver): void {
    for (const connection of [...this.connections.values()]) {
      const isEnded = [...connection.signed].some(([session, channels]) =>
        [...channels].some((channel) => isOver(session, channel)),
      );
      if (isEnded) this.end(connection, CLOSE.comeBack, REASON.sessionEnded);
    }
  }

  /** Ends every socket after events may have been lost. The pages reconnect immediately and fetch their data again. */
  endAll(): void {
    for (const connection of [...this.connections.values()]) this.end(connection, CLOSE.comeBack, REASON.gap);
  }

  /**
   * Ends every socket. The code makes clients reconnect after a second, because a page that retries immediately would do so in a tight loop
   * while no process listens on the port.
   * @param hasPeers another process takes the sockets, so clients reconnect immediately
   */
  async close(hasPeers = false): Promise<void> {
    this.isClosing = true;
    clearInterval(this.sweeper);
    const closing = [...this.connections.values()];
    if (closing.length === 0) return;
    const allClosed = Promise.all(
      closing.map(({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve()))),
    );
    const code = hasPeers ? CLOSE.comeBack : CLOSE.comeBackLater;
    for (const connection of closing) this.end(connection, code, REASON.restart);
    await allClosed;
  }

  private refusalOf(
    key: string | undefined,
    protocol: string | null,
    address: string,
  ): { code: number; reason: Reason } | null {
    if (key !== this.credentials.key) return { code: CLOSE.applicationUnknown, reason: REASON.unknownKey };
    if (protocol === null) return { code: CLOSE.protocolMissing, reason: REASON.noProtocol };
    if (!/^\d+$/.test(protocol)) return { code: CLOSE.protocolUnreadable, reason: REASON.unreadableProtocol };
    if (!PROTOCOL_VERSIONS.includes(Number(protocol))) {
      return { code: CLOSE.protocolUnsupported, reason: REASON.unknownProtocol };
    }
    if (this.connections.size >= this.limits.maxConnections) {
      return { code: CLOSE.comeBackLater, reason: REASON.full };
    }
    if ((this.openByAddress.get(address) ?? 0) >= this.limits.maxConnectionsPerAddress) {
      return { code: CLOSE.comeBackLater, reason: REASON.addressFull };
    }
    return null;
  }

  private open(webSocket: WebSocket, address: string): void {
    const connection = new Connection(this.newSocketId(), webSocket, address, this.limits.maxBufferedBytes, Date.now());
    this.connections.set(connection.id, connection);
    this.openByAddress.set(address, (this.openByAddress.get(address) ?? 0) + 1);
    webSocket.on('message', (data, isBinary) => {
      this.guard(connection, () => {
        if (!isBinary) this.receive(connection, data.toString());
      });
    });
    webSocket.on('close', () => this.forget(connection));
    connection.send(
      frame('pusher:connection_established', {
        socket_id: connection.id,
        activity_timeout: Math.ceil(this.limits.activityTimeoutMs / 1000),
      }),
    );
  }

  /** Runs work for one socket. An error ends that socket, because no code above would catch it. */
  private guard(connection: Connection, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.log.error({ reason: messageOf(error) }, 'realtime: a socket was closed after an error');
      this.forget(connection);
      connection.socket.terminate();
    }
  }

  private receive(connection: Connection, text: string): void {
    const now = Date.now();
    connection.received(now);
    if (connection.isFlooding(now, this.limits.maxFramesPerWindow, this.limits.frameWindowMs)) {
      connection.send(errorFrame(CLOSE.refused, REASON.flood));
      this.end(connection, CLOSE.comeBackLater, REASON.flood);
      return;
    }
    const message = readClientMessage(text);
    switch (message.kind) {
      case 'ping':
        connection.send(frame('pusher:pong', {}));
        break;
      case 'pong':
        break;
      case 'subscribe':
        this.subscribe(connection, message.channel, message.auth);
        break;
      case 'unsubscribe':
        this.leave(connection, message.channel);
        break;
      case 'signin':
        this.signIn(connection, message.auth, message.userData);
        break;
      case 'client-event':
        connection.send(errorFrame(CLOSE.refused, 'Client events are not enabled for this application'));
        break;
      case 'unknown':
        connection.send(errorFrame(CLOSE.refused, 'The message was not understood'));
        break;
    }
  }

  private subscribe(connection: Connection, channel: string, auth: string): void {
    const refusal = this.subscriptionRefusal(connection, channel, auth);
    if (refusal) {
      connection.send(frame('pusher:subscription_error', refusal, channel));
      return;
    }
    connection.channels.add(channel);
    const listeners = this.subscribers.get(channel);
    if (listeners) listeners.add(connection);
    else this.subscribers.set(channel, new Set([connection]));
    connection.send(frame('pusher_internal:subscription_succeeded', {}, channel));
    // This engine stores no event, so each cache is empty.
    if (isCacheChannel(channel)) connection.send(frame('pusher:cache_miss', {}, channel));
  }

  private subscriptionRefusal(
    connection: Connection,
    channel: string,
    auth: string,
  ): { type: string; error: string; status: number } | null {
    if (channel.startsWith(SERVER_TO_USER)) {
      const isOwn = connection.userId !== null && channel === `${SERVER_TO_USER}${connection.userId}`;
      return isOwn ? null : { type: 'AuthError', error: 'Not signed in as this user', status: 401 };
    }
    if (!isChannelName(channel)) return { type: 'InvalidChannel', error: 'Invalid channel name', status: 400 };
    if (isPresenceChannel(channel)) {
      return { type: 'InvalidChannel', error: 'Presence channels are not supported', status: 400 };
    }
    if (isPrivateChannel(channel) && !sameText(auth, channelAuth(this.credentials, connection.id, channel))) {
      return { type: 'AuthError', error: 'Invalid signature', status: 401 };
    }
    if (!connection.channels.has(channel) && connection.channels.size >= this.limits.maxChannelsPerSocket) {
      return {
        type: 'LimitReached',
        error: `At most ${this.limits.maxChannelsPerSocket} channels a socket`,
        status: 429,
      };
    }
    return null;
  }

  private signIn(connection: Connection, auth: string, userData: string): void {
    const userId = userIdOf(userData);
    if (userId === null || !sameText(auth, userAuth(this.credentials, connection.id, userData))) {
      connection.send(errorFrame(CLOSE.unauthorized, 'The sign-in was not signed by this application'));
      return;
    }
    connection.userId = userId;
    connection.send(frame('pusher:signin_success', { user_data: userData }));
  }

  private leave(connection: Connection, channel: string): void {
    connection.channels.delete(channel);
    const listeners = this.subscribers.get(channel);
    listeners?.delete(connection);
    if (listeners?.size === 0) this.subscribers.delete(channel);
  }

  private forget(connection: Connection): void {
    if (!this.connections.delete(connection.id)) return;
    const left = (this.openByAddress.get(connection.address) ?? 1) - 1;
    if (left > 0) this.openByAddress.set(connection.address, left);
    else this.openByAddress.delete(connection.address);
    for (const channel of [...connection.channels]) this.leave(connection, channel);
  }

  /** Pings silent sockets, and ends those that did not reply. A phone that has left the hall sends no close frame. */
  private sweep(now: number): void {
    for (const connection of this.connections.values()) this.guard(connection, () => this.sweepOne(connection, now));
  }

  private sweepOne(connection: Connection, now: number): void {
    const silentMs = now - connection.lastMessageAt;
    if (silentMs > this.limits.activityTimeoutMs + this.limits.pongTimeoutMs) {
      this.end(connection, CLOSE.noPong, REASON.noPong);
    } else if (silentMs > this.limits.activityTimeoutMs && !connection.isPinged) {
      connection.isPinged = true;
      connection.send(frame('pusher:ping', {}));
    }
  }

  private end(connection: Connection, code: number, reason: Reason): void {
    this.forget(connection);
    closeSocket(connection.socket, code, reason, this.limits.closeGraceMs);
  }

  private newSocketId(): string {
    const id = `${randomInt(1, 1e12)}.${randomInt(1, 1e12)}`;
    return this.connections.has(id) ? this.newSocketId() : id;
  }
}

/**
 * Returns the payload in the form that is sent.
 * @throws PermanentBroadcastError if the protocol cannot carry it
 */
export function sendable(event: string, payload: unknown): string {
  const data = typeof payload === 'string' ? payload : JSON.stringify(payload);
  if (event.length > MAX_EVENT_NAME) throw new PermanentBroadcastError(`Event name longer than ${MAX_EVENT_NAME}`);
  if (Buffer.byteLength(data) > MAX_EVENT_BYTES) {
    throw new PermanentBroadcastError(`The data of ${event} is larger than ${MAX_EVENT_BYTES} bytes`);
  }
  return data;
}

/** The text is cut without `new URL`, which throws for an address such as '//'. */
function keyOf({ url = '' }: IncomingMessage): string | undefined {
  return SOCKET_PATH.exec(url.split('?', 1)[0] ?? '')?.[1];
}

function protocolOf({ url = '' }: IncomingMessage): string | null {
  return new URLSearchParams(url.split('?')[1]).get('protocol');
}

function userIdOf(userData: string): string | null {
  try {
    const value: unknown = JSON.parse(userData);
    if (typeof value !== 'object' || value === null || !('id' in value)) return null;
    return typeof value.id === 'string' && value.id !== '' ? value.id : null;
  } catch {
    return null;
  }
}
