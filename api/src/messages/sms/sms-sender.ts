/** The port through which text messages leave the site. */

export interface OutgoingText {
  /** E.164. */
  to: string;
  text: string;
  /** The address at which the service tells what became of the message. */
  statusUrl: string;
}

export interface AcceptedText {
  /** The id at the service. */
  id: string;
  /** The parts that the service counts and charges. Null if it does not know them yet. */
  segments: number | null;
}

export interface SmsSender {
  /** Resolves when the service has taken the message. @throws SmsError */
  send(message: OutgoingText): Promise<AcceptedText>;
  /** Resolves if the service would take messages of this account. It sends nothing. @throws SmsError */
  checkAccount(): Promise<void>;
  /** @returns true if the messages' own number belongs to the account; null if the service does not tell. @throws SmsError */
  ownsNumber(): Promise<boolean | null>;
}

/**
 * `refused`: the service will never send this message. `not-sent`: it does not have the message, so that another try is safe. `unknown`: it may
 * have the message, since its answer is lost, so that another try might send it twice.
 */
export type SmsFailure = 'refused' | 'not-sent' | 'unknown';

/** A failure to send a text message. The error's message never contains the number or the text. */
export class SmsError extends Error {
  override readonly name = 'SmsError';
  constructor(
    readonly failure: SmsFailure,
    message: string,
    /** The number of the error at the service, such as '21211'. */
    readonly code: string | null = null,
  ) {
    super(message);
  }
}
