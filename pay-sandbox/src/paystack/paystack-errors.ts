/** `{"status": false, "message": ...}` with an HTTP status. */
export class PaystackWireError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
