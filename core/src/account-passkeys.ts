/** Checks passkeys of accounts. The server of the site has the accounts. */
export interface AccountPasskeys {
  /** False where browsers know no passkeys for the address of the site. */
  isOffered: boolean;
  /**
   * @param challenge 32 bytes in base64url
   * @param userId the account that is asked, or null for any
   * @returns the options for the browser, `PublicKeyCredentialRequestOptionsJSON`
   */
  question(challenge: string, userId: number | null): Promise<object>;
  /**
   * @param response of the browser
   * @returns the account whose passkey signed the challenge after it had checked who the person is, and the passkey. Null for any other
   *   response
   */
  accountOf(response: Record<string, unknown>, challenge: string): Promise<AnsweringPasskey | null>;
}

export interface AnsweringPasskey {
  /** The account. */
  userId: number;
  /** The row of `second_factors`, which goes when the account loses the passkey. */
  passkeyId: number;
}

/** Before a server has accounts, no passkey is accepted. */
export const NO_PASSKEYS: AccountPasskeys = {
  isOffered: false,
  question: async () => ({}),
  accountOf: async () => null,
};
