import type { StoredKey } from './stored-keys.ts'

export type KeyPlace = StoredKey['place']

/** Sign-in and sign-out at the current server. */
export type AccountPorts = {
  /** The API key for queries: the given one, else the stored one. `undefined`: queries are paid. */
  key(): Promise<string | undefined>
  /** Facts about the stored key, without the key. */
  stored(): Omit<StoredKey, 'key'> | undefined
  /**
   * Stores a key: in the OS keychain if available, else in a file of mode 0600.
   *
   * @throws FiqError `CONFIGURATION_INVALID` for a text that is not a key.
   */
  store(
    key: string,
    about: Pick<StoredKey, 'by' | 'id' | 'expiresAt'>,
    place?: KeyPlace,
  ): Promise<KeyPlace>
  /** Deletes the key. @returns Its facts, and the key itself if it could be read. */
  forget(): Promise<StoredKey | undefined>
  /** Prompts for a key on the terminal, without echo. @throws FiqError without a terminal. */
  promptKey(): Promise<string>
  /**
   * Shows the message for the server's answer, prompts, and signs it with the wallet.
   *
   * @throws FiqError `DECLINED`, `APPROVAL_NEEDED`, `SIGN_IN_REFUSED`, and errors of opening a
   * wallet.
   */
  signIn(nonceAnswer: unknown): Promise<{ message: string; signature: string; address: string }>
  /**
   * Signs the user in through the browser, and waits until it returns to this computer.
   *
   * @param given - `provider`: its name in the paths of the server. `open`: opens the browser;
   * otherwise only prints the address.
   * @returns The code and verifier to exchange for the key at the server.
   * @throws FiqError `SIGN_IN_REFUSED`, and errors of the server.
   */
  signInWithBrowser(given: {
    provider: string
    open: boolean
  }): Promise<{ code: string; verifier: string }>
}
