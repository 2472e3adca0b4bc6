/** One browser's socket: its channels, its recent frames, and its backlog of unsent bytes. */
import { WebSocket } from 'ws';

export class Connection {
  readonly channels = new Set<string>();
  /** Set by a successful `pusher:signin`. */
  userId: string | null = null;
  /** The API's signatures for it: channels by session, null for signing the user in. */
  readonly signed = new Map<number, Set<string | null>>();
  lastMessageAt: number;
  isPinged = false;
  private windowStart: number;
  private framesInWindow = 0;

  constructor(
    readonly id: string,
    readonly socket: WebSocket,
    /** The address that it counts for. */
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

  /** Counts a frame that came in; true when there are more than `limit` of them within `windowMs`. */
  isFlooding(now: number, limit: number, windowMs: number): boolean {
    if (now - this.windowStart >= windowMs) {
      this.windowStart = now;
      this.framesInWindow = 0;
    }
    this.framesInWindow += 1;
    return this.framesInWindow > limit;
  }

  /**
   * Sends a frame, or ends the socket when the browser has not taken what it was sent before: every event is a hint to
   * fetch again, so a reader that slow is better off with a new connection than with an ever longer backlog.
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

/** Says why, and cuts the line if the other side has not closed within `graceMs`. */
export function closeSocket(socket: WebSocket, code: number, reason: string, graceMs: number): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), graceMs).unref();
}
