/** The wire format of Global's hosted payment page: the form that is posted into its frame, and the messages that it posts back. */

/**
 * Builds the fields of the form: the server's signed request, and the origin that the page may post its replies to.
 * @param secret the request, as a JSON string
 * @throws SyntaxError, TypeError if the text is not such a request
 */
export function hppFields(secret: string, origin: string): [name: string, value: string][] {
  const request = JSON.parse(secret) as Record<string, unknown>;
  if (typeof request.ORDER_ID !== 'string') throw new TypeError('The payment request names no ORDER_ID.');
  const fields = Object.entries({ ...request, HPP_POST_RESPONSE: origin, HPP_POST_DIMENSIONS: origin });
  return fields.map(([name, value]) => [name, String(value)]);
}

export type HppMessage =
  | { kind: 'dimensions'; height: number }
  /** The page is done with this order. The server finds out whether it was paid. */
  | { kind: 'response'; orderId: string; text: string };

const LEAST_HEIGHT = 200;
const MOST_HEIGHT = 2_000;

/** Reads a message of the page's exact origin and frame; null for any other sender, and for a text of another form. */
export function readHppMessage(
  event: Pick<MessageEvent, 'origin' | 'source' | 'data'>,
  from: { origin: string; frame: MessageEventSource | null },
): HppMessage | null {
  if (event.origin !== from.origin || from.frame === null || event.source !== from.frame) return null;
  const body = parse(event.data);
  if (!body) return null;
  if (typeof body.iframe === 'object' && body.iframe !== null) {
    const height = Number.parseInt(String((body.iframe as Record<string, unknown>).height), 10);
    return Number.isNaN(height)
      ? null
      : { kind: 'dimensions', height: Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, height)) };
  }
  const orderId = typeof body.ORDER_ID === 'string' ? decode(body.ORDER_ID) : null;
  return orderId === null ? null : { kind: 'response', orderId, text: String(event.data) };
}

function parse(data: unknown): Record<string, unknown> | null {
  if (typeof data !== 'string') return null;
  try {
    const body: unknown = JSON.parse(data);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function decode(base64: string): string | null {
  try {
    return atob(base64);
  } catch {
    return null;
  }
}
