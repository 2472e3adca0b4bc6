/** What came is not what somebody with a trusted key released, or no longer is; the message names it. It was not used. */
export class NotReleased extends Error {
  override readonly name = 'NotReleased';
}
