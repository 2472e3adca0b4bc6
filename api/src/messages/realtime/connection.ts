/** One browser's socket: its channels, its recent frames, and its backlog of unsent bytes. */
import { WebSocket } from 'ws';

export class Connection {
  readonly channels = new Set<string>();
  /** A successful `pusher:signin` sets this. */
  userId: string | null = null;
  /** The channels that the API has signed for this socket, by session; null for the sign-in of the user. */
  readonly signed = new Map<number, Set<string | null>>();
  lastMessageAt: number;
  isPinged = false;
  private windowStart: number;
  private framesInWindow = 0;

  constructor(
    readonly id: string,
    readonly socket: WebSocket,
    /** The address for which the socket counts. */
    readonly address: string,
    private readonly maxBufferedBytes: number,
    now: number,
  ) {
    this.lastMessageAt = now;
    this.windowStart = now;
  }

  received(now: number): void {
    this.lastMessageAt = now;
    this.isPinged = false;
  }

  /** Counts a received frame. True if there are more than `limit` of them within `windowMs`. */
  isFlooding(now: number, limit: number, windowMs: number): boolean {
    if (now - this.windowStart >= windowMs) {
      this.windowStart = now;
      this.framesInWindow = 0;
    }
    this.framesInWindow += 1;
    return this.framesInWindow > limit;
  }

  /**
   * Sends a frame, or ends the socket if the browser has not read the earlier frames. Every event only asks the page to fetch again, so a new
   * connection serves a slow reader better than a growing backlog.
   */
  send(text: string | Buffer): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    if (this.socket.bufferedAmount > this.maxBufferedBytes) {
      this.socket.terminate();
      return;
    }
    this.socket.send(text, { binary: false });
  }
}

/** Closes a socket with a reason, and cuts the connection if the other side has not closed it within `graceMs`. */
export function closeSocket(socket: WebSocket, code: number, reason: string, graceMs: number): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), graceMs).unref();
}
